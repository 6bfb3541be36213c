import { describeSignature, describeWebhooks, lastOfAll } from "../work-checks"
import type { WebhookCounts } from "../../inbox/webhook-intake"

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const own = (lastAcceptedAt: Date | null, lastRejected: WebhookCounts["lastRejected"]): WebhookCounts => ({
  accepted: 0,
  repeated: 0,
  rejected: {},
  lastAcceptedAt,
  lastRejected,
})

test.each([
  [null, null, "warning", "No webhook has arrived yet"],
  [at(1), null, "ok", "accepted at 2026-01-01T00:01"],
  [at(2), { reason: "signature_invalid", at: at(1) }, "ok", "The last one refused was at 2026-01-01T00:01"],
  [at(1), { reason: "signature_invalid", at: at(2) }, "warning", "Compare webhookSecrets"],
  [null, { reason: "timestamp_stale", at: at(2) }, "warning", "Compare this server's clock"],
  [null, { reason: "timestamp_future", at: at(2) }, "warning", "Compare this server's clock"],
  [null, { reason: "address_wrong", at: at(2) }, "warning", "must send webhooks to /hooks/onchain"],
  [null, { reason: "body_too_large", at: at(2) }, "warning", "did not come from the provider"],
  [null, { reason: "what another version says", at: at(2) }, "warning", "did not come from the provider"],
])("accepted at %p, refused %p: %s, %s", (acceptedAt, rejected, status, words) => {
  const check = describeWebhooks({ acceptedAt, rejected })
  expect(check).toEqual({ id: "webhooks", status, message: expect.stringContaining(words) })
})

test("of what this process and all together know, the later counts", () => {
  const mine = { reason: "signature_invalid", at: at(2) } as const
  const theirs = { reason: "id_invalid", at: at(3) }
  expect(lastOfAll(own(at(4), mine), { acceptedAt: at(5), rejected: theirs })).toEqual({
    acceptedAt: at(5),
    rejected: theirs,
  })
  expect(lastOfAll(own(at(6), { ...mine, at: at(7) }), { acceptedAt: at(5), rejected: theirs })).toEqual({
    acceptedAt: at(6),
    rejected: { ...mine, at: at(7) },
  })
  expect(lastOfAll(own(null, mine), { acceptedAt: null, rejected: null })).toEqual({
    acceptedAt: null,
    rejected: mine,
  })
})

test("a signature that leaves the time out is named, because what was sent once can be sent again", () => {
  expect(describeSignature("{timestamp}.{body}")).toEqual([])
  for (const signedText of ["{body}", "{id}.{body}"])
    expect(describeSignature(signedText)).toEqual([
      { id: "signature", status: "ok", message: expect.stringContaining("no {timestamp}") },
    ])
})
