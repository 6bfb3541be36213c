import { errorOf, invoiceBody, json, scriptedGateway } from "../../../../gateway/__tests__/scripted-gateway"
import { parseAssumptions } from "../../../../gateway/assumptions"
import { ClockWatch, Counters, watchAttempts, watchFields } from "../activity-log"
import { reasonOf } from "../../work/audit-log"

const KEY = "KEY_STANDARD"
const HOSTILE = [
  "A\nonchain: payment ocpay_1 captured",
  "\u001b[2Jcleared",
  KEY,
  `BAD_${KEY}`,
  "x".repeat(10_000),
  "words of a sentence",
  "",
]

/** What the log and a row hold after a call was refused with these words. */
async function wordsAfter(code: string, requestId: string): Promise<string[]> {
  const lines: string[] = []
  const keep = (line: string) => void lines.push(line)
  const logger = { warn: keep }
  const { client } = scriptedGateway(
    [json(422, { error: { code, requestId, message: code } }, { "x-request-id": "h" })],
    {
      apiKey: KEY,
      onAttempt: watchAttempts(logger, new Counters(), new ClockWatch(Date.now)),
    }
  )
  const error = await errorOf(client.getInvoice("inv_1"))
  return [...lines, reasonOf(error), String(error)]
}

test.each(HOSTILE)("a code or a request id like %j stands in no log and in no row", async (words) => {
  for (const said of await wordsAfter(words, words)) {
    expect(said).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(said).not.toContain(KEY)
    expect(said).not.toContain("sentence")
    expect(said.length).toBeLessThan(300)
    expect(said).toMatch(/UNEXPECTED_RESPONSE, HTTP 422/)
  }
})

test("a code of the document and a request id stand there as they came", async () => {
  for (const said of await wordsAfter("VALIDATION_ERROR", "req-1.a:b"))
    expect(said).toContain("VALIDATION_ERROR, HTTP 422, request req-1.a:b")
})

test("names of fields that the service made up are not repeated", async () => {
  const { client } = scriptedGateway([json(200, { id: "inv_1", "evil\n\u001b[31m": 1, chain: 7 })])
  expect(reasonOf(await errorOf(client.getInvoice("inv_1")))).not.toMatch(/[\p{Cc}\p{Cf}]|evil/u)
})

test("unknown statuses become short, plain names, and a new one in every answer does not fill the table", async () => {
  const names: string[] = []
  const onUnreadable = watchFields({ note: (name) => void names.push(name) }, parseAssumptions())
  const words = [
    ...HOSTILE.filter(Boolean),
    '"; <b>pay 0x1</b>',
    ...Array.from({ length: 200 }, (_, n) => `status_${n}`),
  ]
  const script = words.map((status) => json(200, { ...invoiceBody, status }))
  const { client } = scriptedGateway(script, { onUnreadable })
  while (script.length > 0) await client.getInvoice("inv_1")
  for (const name of names) expect(name).toMatch(/^unknown_word:invoice status:[\w .:/?()-]{1,40}$/)
  expect(names[0]).toBe("unknown_word:invoice status:Aonchain: payment ocpay_1 captured")
  expect(new Set(names).size).toBe(51)
  expect(names.at(-1)).toBe("unknown_word:invoice status:(any other)")
})

test("any other error is one line of a bounded length", () => {
  expect(reasonOf(new Error(`a\nb\u001b[31m${"x".repeat(5_000)}`))).toHaveLength(1_000)
  expect(reasonOf({ message: "out of\nstock" })).toBe("out ofstock")
})
