import crypto from "node:crypto"
import { parseAssumptions } from "../assumptions"
import { signDelivery, verifyDelivery } from "../signature"

const comparison = jest.spyOn(crypto, "timingSafeEqual")
const lengthsCompared = () => comparison.mock.calls.map((sides) => sides.map((side) => side.byteLength))

const { signature: rules } = parseAssumptions()
const nowMs = 1_700_000_000_000
const rawBody = Buffer.from("{}")
const delivery = { body: rawBody, deliveryId: "dlv_1", timestampMs: nowMs, secret: "the secret" }
const headers = signDelivery(delivery, rules)
const right = headers["x-webhook-signature"] ?? ""

beforeEach(() => comparison.mockClear())

test("however much of a guessed signature is right, all of it is compared, in the same way", () => {
  for (let known = 0; known < right.length; known++) {
    const wrong = right[known] === "0" ? "1" : "0"
    const guess = right.slice(0, known) + wrong + right.slice(known + 1)
    const input = {
      rawBody,
      headers: { ...headers, "x-webhook-signature": guess },
      secrets: ["the secret"],
      nowMs,
    }
    expect(verifyDelivery(input, rules)).toEqual({ isValid: false, reason: "signature_invalid" })
  }
  expect(lengthsCompared()).toEqual(Array(right.length).fill([right.length, right.length]))
})

test("every secret is compared until one fits, so a refusal does not show which one was close", () => {
  const secrets = ["newest one", "older one", "oldest one"]
  verifyDelivery({ rawBody, headers, secrets, nowMs }, rules)
  expect(comparison).toHaveBeenCalledTimes(3)
})
