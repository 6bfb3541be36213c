import { WebhookIntake } from "../inbox"
import { parseAssumptions } from "../../../../gateway/assumptions"
import { acceptBy, nowMs, paidBody, secret, setUpIntake, signedMessage } from "./signed-message"

test("a signed delivery is stored with its event, its resource and the bytes it came in", async () => {
  const { accept, inbox } = setUpIntake()
  const body = '{ "event":"invoice.paid",\n "data":{"id":"inv_1","amount":"1.50"} }'
  expect(await accept(signedMessage(body))).toEqual({
    deliveryId: "dlv_1",
    event: "invoice.paid",
    isNew: true,
  })
  expect(inbox.rows).toMatchObject([
    { id: "dlv_1", event: "invoice.paid", resource_id: "inv_1", raw_body: body, state: "received" },
  ])
})

test("the same delivery again is answered the same, stored once and counted as repeated", async () => {
  const { intake, accept, inbox } = setUpIntake()
  const results = await Promise.all(Array.from({ length: 5 }, () => accept(signedMessage())))
  expect(results.map((result) => "isNew" in result && result.isNew)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  expect(inbox.rows).toHaveLength(1)
  expect(intake.counts).toMatchObject({
    accepted: 1,
    repeated: 4,
    rejected: {},
    lastAcceptedAt: new Date(nowMs),
  })
})

test("a dead delivery is new work when its sender repeats it", async () => {
  const { accept, inbox } = setUpIntake()
  await accept(signedMessage())
  Object.assign(inbox.rows[0] ?? {}, { state: "dead", attempts: 60 })
  expect(await accept(signedMessage())).toMatchObject({ isNew: true })
  expect(inbox.rows).toMatchObject([{ state: "received", attempts: 0 }])
})

test("a dead one under its own name, beside another with its id, is new work too", async () => {
  const { accept, inbox } = setUpIntake()
  await accept(signedMessage('{"event":"invoice.paid","data":{"id":"inv_2"}}'))
  await accept(signedMessage(paidBody))
  const [, renamed] = inbox.rows
  Object.assign(renamed ?? {}, { state: "dead", attempts: 60 })
  expect(await accept(signedMessage(paidBody))).toMatchObject({ isNew: true })
  expect(inbox.rows).toMatchObject([{ id: "dlv_1" }, { id: renamed?.id, state: "received", attempts: 0 }])
  expect(await accept(signedMessage(paidBody))).toMatchObject({ isNew: false })
})

test("an event we do not know is stored for the worker to ignore", async () => {
  const { accept, inbox } = setUpIntake()
  await accept(signedMessage('{"event":"treasury.rebalanced","data":{}}'))
  expect(inbox.rows).toMatchObject([{ event: "treasury.rebalanced", resource_id: null }])
})

test.each([
  ["an object", "{}"],
  ["null", "null"],
  ["SQL", '"x\'; drop table"'],
  ["a NUL", '"a\\u0000"'],
  ["empty", '""'],
])("a resource id that is %s is left out, and the delivery kept", async (_, id) => {
  const { accept, inbox } = setUpIntake()
  await accept(signedMessage(`{"event":"invoice.paid","data":{"id":${id}}}`))
  expect(inbox.rows).toMatchObject([{ resource_id: null }])
})

test("a database that cannot take the delivery is an error, and counts nothing as accepted", async () => {
  const inbox = {
    accept: () => Promise.reject(new Error("connection terminated")),
    holds: () => Promise.resolve(false),
    revive: () => Promise.resolve(false),
  }
  const intake = new WebhookIntake(inbox, { secrets: [secret], assumptions: parseAssumptions() }, () => nowMs)
  await expect(acceptBy(intake)(signedMessage())).rejects.toThrow("connection terminated")
  expect(intake.counts).toMatchObject({ accepted: 0, repeated: 0, lastAcceptedAt: null })
})

test("refusals are counted by reason, and the last one is remembered", async () => {
  const { intake, accept } = setUpIntake()
  intake.reject("body_too_large")
  await accept(signedMessage(paidBody, { secret: "whsec_guessed" }))
  await accept(signedMessage(paidBody, { secret: "whsec_guessed" }))
  expect(intake.counts).toMatchObject({
    accepted: 0,
    rejected: { body_too_large: 1, signature_invalid: 2 },
    lastRejected: { reason: "signature_invalid", at: new Date(nowMs) },
  })
})

test.each([
  ["id_missing", { "x-webhook-id": undefined }],
  ["id_missing", { "x-webhook-id": "" }],
  ["id_invalid", { "x-webhook-id": "a".repeat(201) }],
  ["id_invalid", { "x-webhook-id": "a b" }],
  ["timestamp_missing", { "x-webhook-timestamp": undefined }],
  ["timestamp_invalid", { "x-webhook-timestamp": "soon" }],
  ["signature_missing", { "x-webhook-signature": undefined }],
  ["signature_invalid", { "x-webhook-signature": "a".repeat(63) }],
  ["signature_invalid", { "x-webhook-signature": "a".repeat(65) }],
  ["signature_invalid", { "x-webhook-signature": ` ${"a".repeat(63)}` }],
] as const)(
  "a delivery that is %s by its headers %j is refused and counted before its body is read",
  async (refusal, change) => {
    const { intake } = setUpIntake()
    const readBody = jest.fn()
    const { headers } = signedMessage()
    expect(await intake.accept({ ...headers, ...change }, readBody)).toEqual({ refusal })
    expect(readBody).not.toHaveBeenCalled()
    expect(intake.counts.rejected).toEqual({ [refusal]: 1 })
  }
)

test("well-formed headers are enough to read a body, of any sender and age", async () => {
  const { intake } = setUpIntake()
  const readBody = jest.fn(() => Promise.resolve({ bytes: Buffer.from(paidBody) }))
  const { headers } = signedMessage()
  for (const change of [{}, { "x-webhook-signature": "0".repeat(64) }, { "x-webhook-timestamp": "1" }])
    await intake.accept({ ...headers, ...change }, readBody)
  expect(readBody).toHaveBeenCalledTimes(3)
})
