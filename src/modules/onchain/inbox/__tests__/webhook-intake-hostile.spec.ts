import fc from "fast-check"
import { paidBody, setUpIntake, signedMessage } from "./signed-message"

const refused = (reason: string) => ({ refusal: reason })
const forged = { secret: "whsec_guessed" }

test.each<[string, string | Buffer]>([
  ["no JSON", "event=invoice.paid"],
  ["no envelope", "[]"],
  ["invalid UTF-8", Buffer.from([0xff, 0xfe])],
])("a forged body that is %s is refused for its signature: nothing is parsed before", async (_, body) => {
  const { accept, inbox } = setUpIntake()
  const parse = jest.spyOn(JSON, "parse")
  try {
    expect(await accept(signedMessage(body, forged))).toEqual(refused("signature_invalid"))
    expect(parse).not.toHaveBeenCalled()
  } finally {
    parse.mockRestore()
  }
  expect(inbox.rows).toEqual([])
})

test.each(["a b", "é", "a/b", "a'b", "a\u0000b", "dlv_1\n", "<script>", "x".repeat(201), "a,b"])(
  "the delivery id %j is refused",
  async (deliveryId) => {
    const { accept, inbox } = setUpIntake()
    expect(await accept(signedMessage(paidBody, { deliveryId }))).toEqual(refused("id_invalid"))
    expect(inbox.rows).toEqual([])
  }
)

test.each(["x", "x".repeat(200), "0192-abc.def:1_2"])(
  "the delivery id %s is accepted",
  async (deliveryId) => {
    const { accept } = setUpIntake()
    expect(await accept(signedMessage(paidBody, { deliveryId }))).toMatchObject({ deliveryId })
  }
)

test.each<[string, string | Buffer, string]>([
  ["nothing", "", "body_empty"],
  ["words", "invoice.paid", "body_not_json"],
  ["half a document", '{"event":', "body_not_json"],
  ["two documents", `${paidBody}${paidBody}`, "body_not_json"],
  ["a raw NUL after it", `${paidBody}\0`, "body_not_json"],
  ["two byte order marks", `\ufeff\ufeff${paidBody}`, "body_not_json"],
  ["a byte order mark alone", "\ufeff", "body_not_json"],
  ["a list", "[]", "envelope_invalid"],
  ["null", "null", "envelope_invalid"],
  ["no event", '{"data":{}}', "envelope_invalid"],
  ["an empty event", '{"event":"","data":{}}', "envelope_invalid"],
  ["an event that is a number", '{"event":1,"data":{}}', "envelope_invalid"],
  ["an event with spaces", '{"event":"invoice paid","data":{}}', "envelope_invalid"],
  ["an event with an escaped NUL", '{"event":"invoice\\u0000paid","data":{}}', "envelope_invalid"],
  ["an event with markup", '{"event":"<b>","data":{}}', "envelope_invalid"],
  ["no data", '{"event":"invoice.paid"}', "envelope_invalid"],
  ["data that is a list", '{"event":"invoice.paid","data":[]}', "envelope_invalid"],
  ["data that is a text", '{"event":"invoice.paid","data":"inv_1"}', "envelope_invalid"],
])("a signed body with %s is refused", async (_, body, reason) => {
  const { accept, inbox } = setUpIntake()
  expect(await accept(signedMessage(body))).toEqual(refused(reason))
  expect(inbox.rows).toEqual([])
})

test("a signed body with a byte order mark is accepted, and stored as it came", async () => {
  const { accept, inbox } = setUpIntake()
  const body = `\ufeff${paidBody}`
  expect(await accept(signedMessage(body))).toMatchObject({ event: "invoice.paid" })
  expect(inbox.rows).toMatchObject([{ raw_body: body }])
})

test.each(["[", '{"a":'])(
  "a hundred thousand levels of %s are refused before they are parsed",
  async (open) => {
    const { accept, inbox } = setUpIntake()
    const close = open === "[" ? "]" : "}"
    const nested = open.repeat(100_000) + "1" + close.repeat(100_000)
    for (const body of [`{"event":"invoice.paid","data":{"x":${nested}}}`, nested, open.repeat(100_000)]) {
      expect(await accept(signedMessage(body))).toEqual(refused("body_too_deep"))
    }
    expect(inbox.rows).toEqual([])
  }
)

test("an escaped NUL in the data reaches the database as the escape it came as", async () => {
  const { accept, inbox } = setUpIntake()
  const body = '{"event":"invoice.paid","data":{"id":"inv_1","note":"a\\u0000b"}}'
  expect(await accept(signedMessage(body))).toMatchObject({ isNew: true })
  expect(inbox.rows[0]?.raw_body).toBe(body)
})

test("a signed body is stored as text that Postgres takes, whatever its bytes are", async () => {
  const prefix = Buffer.from('{"event":"invoice.paid","data":{"id":"inv_1","note":"')
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (bytes) => {
      const { accept, inbox } = setUpIntake()
      const result = await accept(
        signedMessage(Buffer.concat([prefix, Buffer.from(bytes), Buffer.from('"}}')]))
      )
      if ("refusal" in result) return expect(["body_not_json", "envelope_invalid"]).toContain(result.refusal)
      expect(inbox.rows[0]?.raw_body).not.toContain("\0")
    })
  )
})

test("a body that claims another prototype says nothing about the resource", async () => {
  const { accept, inbox } = setUpIntake()
  await accept(signedMessage('{"event":"invoice.paid","data":{"__proto__":{"id":"inv_9"}}}'))
  expect(inbox.rows).toMatchObject([{ resource_id: null }])
  expect(Object.prototype).not.toHaveProperty("id")
})
