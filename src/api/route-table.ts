import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

type Request = AuthenticatedMedusaRequest
export type Check = (req: Request, res: MedusaResponse, next: MedusaNextFunction) => void | Promise<void>
export type Handler = (req: Request, res: MedusaResponse) => void | Promise<void>
type RouteName = `${"GET" | "POST"} /${string}`

/**
 * The handler stands behind its checks on one matcher, so that no spelling of a path (`%71uote`) reaches it without them. The files
 * `route.ts` tell Medusa that there are routes, for CORS, and answer the rest.
 */
export function toRoutes(table: Record<RouteName, Check[]>): MiddlewareRoute[] {
  return Object.entries(table).map(([name, middlewares]) => {
    const [method, matcher = ""] = name.split(" ")
    return { matcher, methods: [method === "GET" ? "GET" : "POST"], middlewares }
  })
}

/** The handler of a `route.ts` beside a table. */
export function nothingHere({ method, path }: MedusaRequest): never {
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no route ${method} ${path}.`)
}
