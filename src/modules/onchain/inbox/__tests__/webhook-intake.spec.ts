import { WebhookIntake } from "../webhook-intake"
import { parseAssumptions } from "../../../../gateway/assumptions"
import { nowMs, paidBody, secret, setUpIntake, signedMessage } from "./signed-message"

test("a signed delivery is stored with its event, its resource and the bytes it came in", async () => {
  const { intake, inbox } = setUpIntake()
  const body = '{ "event":"invoice.paid",\n "data":{"id":"inv_1","amount":"1.50"} }'
  expect(await intake.accept(signedMessage(body))).toEqual({
    isAccepted: true,
    deliveryId: "dlv_1",
    event: "invoice.paid",
    isNew: true,
  })
  expect(inbox.rows).toMatchObject([
    { id: "dlv_1", event: "invoice.paid", resource_id: "inv_1", raw_body: body, state: "received" },
  ])
})

test("the same delivery again is answered the same, stored once and counted as repeated", async () => {
  const { intake, inbox } = setUpIntake()
  const results = await Promise.all(Array.from({ length: 5 }, () => intake.accept(signedMessage())))
  expect(results.map((result) => result.isAccepted && result.isNew)).toEqual([
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
  const { intake, inbox } = setUpIntake()
  await intake.accept(signedMessage())
  Object.assign(inbox.rows[0] ?? {}, { state: "dead", attempts: 60 })
  expect(await intake.accept(signedMessage())).toMatchObject({ isNew: true })
  expect(inbox.rows).toMatchObject([{ state: "received", attempts: 0 }])
})

test("a dead one under its own name, beside another with its id, is new work too", async () => {
  const { intake, inbox } = setUpIntake()
  await intake.accept(signedMessage('{"event":"invoice.paid","data":{"id":"inv_2"}}'))
  await intake.accept(signedMessage(paidBody))
  const [, renamed] = inbox.rows
  Object.assign(renamed ?? {}, { state: "dead", attempts: 60 })
  expect(await intake.accept(signedMessage(paidBody))).toMatchObject({ isNew: true })
  expect(inbox.rows).toMatchObject([{ id: "dlv_1" }, { id: renamed?.id, state: "received", attempts: 0 }])
  expect(await intake.accept(signedMessage(paidBody))).toMatchObject({ isNew: false })
})

test("an event we do not know is stored for the worker to ignore", async () => {
  const { intake, inbox } = setUpIntake()
  await intake.accept(signedMessage('{"event":"treasury.rebalanced","data":{}}'))
  expect(inbox.rows).toMatchObject([{ event: "treasury.rebalanced", resource_id: null }])
})

test.each([
  ["an object", "{}"],
  ["null", "null"],
  ["SQL", '"x\'; drop table"'],
  ["a NUL", '"a\\u0000"'],
  ["empty", '""'],
])("a resource id that is %s is left out, and the delivery kept", async (_, id) => {
  const { intake, inbox } = setUpIntake()
  await intake.accept(signedMessage(`{"event":"invoice.paid","data":{"id":${id}}}`))
  expect(inbox.rows).toMatchObject([{ resource_id: null }])
})

test("a database that cannot take the delivery is an error, and counts nothing as accepted", async () => {
  const inbox = {
    accept: () => Promise.reject(new Error("connection terminated")),
    holds: () => Promise.resolve(false),
    revive: () => Promise.resolve(false),
  }
  const intake = new WebhookIntake(inbox, { secrets: [secret], assumptions: parseAssumptions() }, () => nowMs)
  await expect(intake.accept(signedMessage())).rejects.toThrow("connection terminated")
  expect(intake.counts).toMatchObject({ accepted: 0, repeated: 0, lastAcceptedAt: null })
})

test("refusals are counted by reason, and the last one is remembered", async () => {
  const { intake } = setUpIntake()
  intake.reject("body_too_large")
  await intake.accept(signedMessage(paidBody, { secret: "whsec_guessed" }))
  await intake.accept(signedMessage(paidBody, { secret: "whsec_guessed" }))
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
  (reason, change) => {
    const { intake } = setUpIntake()
    const { headers } = signedMessage()
    expect(intake.refuseUnread({ ...headers, ...change })).toBe(reason)
    expect(intake.counts.rejected).toEqual({ [reason]: 1 })
  }
)

test("well-formed headers are enough to read a body, whoever sent them and however old they are", () => {
  const { intake } = setUpIntake()
  const { headers } = signedMessage()
  for (const change of [{}, { "x-webhook-signature": "0".repeat(64) }, { "x-webhook-timestamp": "1" }])
    expect(intake.refuseUnread({ ...headers, ...change })).toBeNull()
  expect(intake.counts.rejected).toEqual({})
})
