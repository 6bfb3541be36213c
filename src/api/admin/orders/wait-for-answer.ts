import type { ServerResponse } from "node:http"

const LOOK_AGAIN_MS = 50

/**
 * Waits until the handler of a request is done. It works on when whoever asked has gone away, and answers nobody then; a
 * response that is closed before it was ended belongs to such a one.
 */
export function waitForAnswer(res: Pick<ServerResponse, "once" | "writableEnded">): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (res.writableEnded) resolve()
      else setTimeout(look, LOOK_AGAIN_MS).unref()
    }
    res.once("close", look)
  })
}
