import type { HttpBindings } from "@hono/node-server"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import type { Context } from "hono"

/** A context of the sandbox; the bindings are missing when no port is involved. */
export type SandboxContext = Context<{ Bindings: Partial<HttpBindings> }>

/** Destroys the connection, so that the caller gets no answer at all. */
export function dropConnection(context: SandboxContext): Response {
  const { incoming } = context.env
  if (!incoming) throw new Error("only a connection over a port can be dropped")
  incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}
