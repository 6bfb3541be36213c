import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { viewCheckout } from "../../../../../workflows/payment/queries/view-checkout"
import { checkoutWatchOf } from "../../../../../workflows/payment/workers/checkout-watch"
import { addressOf } from "../../../../store/limit-openings"
import { EventStream, writeStreamHead } from "../../../event-stream"
import { pageViewer } from "../../page-request"

/** Refused streams poll instead; this is when a browser that tries again may come. */
const RETRY_AFTER_SECONDS = "30"

/**
 * Sends the page its checkout, and again whenever its version changes, as server-sent events.
 *
 * A browser that returns with `Last-Event-ID` gets nothing while the version is the same. The stream ends when the link does.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const viewer = pageViewer(req, false)
  const { token_hash } = viewer
  const view = () => viewCheckout(req.scope, viewer)
  // Express answers HEAD with the route of GET.
  if (req.method === "HEAD" || token_hash === null) {
    await view()
    writeStreamHead(res)
    res.end()
    return
  }
  const { live, openingLimit, clock } = req.scope.resolve("onchain")
  const leave = live.limit.enter(openingLimit.clientOf(addressOf(req)))
  if (typeof leave === "string") return refuse(res, leave)
  res.once("close", leave)
  const watch = await checkoutWatchOf(req.scope).open(token_hash, view)
  if (res.closed) return
  const stream = new EventStream(res, clock)
  const stop = watch({
    version: lastEventId(req),
    send: (version, data) => stream.send("checkout", version, data),
    keep: () => stream.keep(),
    end: () => stream.end(),
  })
  res.once("close", stop)
}

function lastEventId({ headers }: MedusaRequest): string | null {
  const id = headers["last-event-id"]
  return typeof id === "string" && id !== "" ? id : null
}

function refuse(res: MedusaResponse, limit: "process_full" | "client_full"): void {
  const isOfClient = limit === "client_full"
  const message = isOfClient
    ? "Too many payment pages are open at your address. This one polls."
    : "Too many payment pages are open. This one polls."
  res.set("retry-after", RETRY_AFTER_SECONDS)
  res.status(isOfClient ? 429 : 503).json({
    type: "too_many_requests",
    code: isOfClient ? "streams_per_address" : "streams_per_process",
    message,
  })
}
