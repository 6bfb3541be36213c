import { Drawer } from "@medusajs/ui"
import { type ReactNode, useEffect, useState } from "react"
import { useFocusReturn } from "../hooks/use-focus-return"

type SideDrawerProps = {
  /** Null while nothing is open. */
  id: string | null
  onClose: () => void
  children: (id: string) => ReactNode
}

/** One row of a list beside it. */
export function SideDrawer({ id, onClose, children }: SideDrawerProps) {
  const isOpen = id !== null
  const returnFocus = useFocusReturn(isOpen)
  // The drawer keeps its content while it slides away.
  const [lastId, setLastId] = useState(id)
  useEffect(() => {
    if (id !== null) setLastId(id)
  }, [id])
  const shownId = id ?? lastId
  return (
    <Drawer open={isOpen} onOpenChange={(willBeOpen) => !willBeOpen && onClose()}>
      <Drawer.Content aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
        {shownId !== null && children(shownId)}
      </Drawer.Content>
    </Drawer>
  )
}
