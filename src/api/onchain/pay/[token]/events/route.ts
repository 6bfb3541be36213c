import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { viewCheckout } from "../../../../../workflows/payment/queries/view-checkout"
import { checkoutWatchOf } from "../../../../../workflows/payment/workers/checkout-watch"
import { addressOf } from "../../../../store/limit-openings"
import { EventStream, writeStreamHead } from "../../../event-stream"
import { pageViewer } from "../../page-request"

/** Sent as `Retry-After` with a refused stream; until then the page polls. */
const RETRY_AFTER_SECONDS = "30"

/**
 * Sends the checkout as a server-sent event immediately and whenever its version changes.
 *
 * With `Last-Event-ID`, nothing is sent until the version changes. The stream ends when the link expires or is revoked.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const viewer = pageViewer(req, false)
  const { token_hash } = viewer
  const view = () => viewCheckout(req.scope, viewer)
  // Express routes HEAD to GET.
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
    ? "Too many payment pages are open from your IP address. This page polls instead."
    : "Too many payment pages are open. This page polls instead."
  res.set("retry-after", RETRY_AFTER_SECONDS)
  res.status(isOfClient ? 429 : 503).json({
    type: "too_many_requests",
    code: isOfClient ? "streams_per_address" : "streams_per_process",
    message,
  })
}
