import { codeBlocks, listDocuments } from "../documents/code-blocks"
import { typeProblems } from "../documents/check-code"

const blocks = (...languages: string[]) =>
  listDocuments().flatMap((document) => codeBlocks(document, languages))
const WRONG = [
  'rates: { sources: [{ kind: "fixd" }] }\n',
  'plugins: [{ resolve: "medusa-payment-onchain", options: { apikey: "" } }]\n',
  'import { createClient } from "medusa-payment-onchain/gateway"\ncreateClient()\n',
].map((code) => ({ document: "wrong.md", line: 1, language: "ts", code }))

describe("code in the documents", () => {
  it("type-checks against this repository, and is reported where it names what is not there", () => {
    const all = blocks("ts", "tsx")
    expect(all.length).toBeGreaterThan(12)
    expect(typeProblems([...all, ...WRONG])).toEqual([
      expect.stringMatching(/^wrong.md:.*fixd/),
      expect.stringMatching(/^wrong.md:.*apikey/),
      expect.stringMatching(/^wrong.md:.*createClient/),
    ])
  })

  it("of JSON can be parsed", () => {
    const all = blocks("json")
    expect(all.length).toBeGreaterThan(0)
    for (const { code } of all) expect(() => JSON.parse(code) as unknown).not.toThrow()
  })
})
