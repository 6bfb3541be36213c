import type { ServerResponse } from "node:http"

const LOOK_AGAIN_MS = 50

/**
 * Waits until the handler of a request is done. It works on when whoever asked has gone away, before or after this was
 * called, and answers nobody then: such a response is closed before it is written.
 */
export function waitForAnswer(
  res: Pick<ServerResponse, "once" | "closed" | "headersSent" | "writableEnded">
): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      // A response that is compressed may never end when it is closed in between.
      if (res.writableEnded || res.headersSent) resolve()
      else setTimeout(look, LOOK_AGAIN_MS).unref()
    }
    if (res.closed) look()
    else res.once("close", look)
  })
}
