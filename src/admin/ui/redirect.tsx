import { Navigate } from "react-router-dom"

/** A menu entry that opens the first of its pages. */
export const redirectTo = (path: string) => () => <Navigate to={path} replace />
