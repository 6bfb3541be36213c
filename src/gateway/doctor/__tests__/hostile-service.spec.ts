import { parseAssumptions } from "../../assumptions"
import { probeScripted } from "./scripted-service"

const text =
  (body: string, status = 200) =>
  () =>
    new Response(body, { status })
const nested = (depth: number) => `${'{"data":'.repeat(depth)}{}${"}".repeat(depth)}`
const wide = JSON.stringify(
  Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`id${n}`, { id: n }]))
)
const row = '{"chain":"evm","networkId":"n","token":"USDC","amount":"1","status":"\\u001b[31mpaid"'

const BODIES: [string, () => Response][] = [
  ["HTML", text("<html><body>Sign in</body></html>")],
  ["HTML with an error", text("<h1>502</h1>", 502)],
  ["nothing", text("")],
  ["null", text("null")],
  ["a number", text("7")],
  ["lists in lists", text("[[[[[]]]]]")],
  ["100,000 lists in lists", text("[".repeat(100_000) + "]".repeat(100_000))],
  ["10,000 objects in objects", text(nested(10_000))],
  ["20,000 fields", text(wide)],
  [
    "a prototype for a field",
    text('{"__proto__":{"id":"x"},"data":[{"__proto__":{"polluted":true},"id":"a"}]}'),
  ],
  ["names of methods", text('{"constructor":{"id":1},"hasOwnProperty":1,"data":{"toString":{"length":{}}}}')],
  ["odd names", text('{"a.b":{"":{"\\u0000":1}},"data":[{"a b":"1","id\\n":"2"}]}')],
  [
    "numbers for texts",
    text('{"data":[{"id":{},"status":[],"chain":1,"networkId":{"length":{}},"token":null}]}'),
  ],
  ["rows with terminal commands", text(`{"data":[${row},"id":"\\u001b[2J"},${row},"id":"b"}]}`)],
  ["a redirect", () => new Response(null, { status: 302, headers: { location: "https://other.test/" } })],
]

describe("a service that answers every call with", () => {
  it.each(BODIES)("%s does not break the probe", async (_, answer) => {
    const report = await probeScripted(answer, { environment: "sandbox", isCreating: true })
    expect(report.isReached).toBe(true)
    expect(() => parseAssumptions(report.assumptions)).not.toThrow()
    const shown = JSON.stringify(report)
    expect(shown).not.toMatch(/\\u001b|__proto__|key_of_the_shop/)
    expect(shown.length).toBeLessThan(60_000)
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false)
  })

  it("ten megabytes is refused", async () => {
    const body = `{"data":"${"x".repeat(10 * 1024 * 1024)}"}`
    const { endpoints, assumptions } = await probeScripted(text(body))
    expect(endpoints.every(({ ok }) => !ok)).toBe(true)
    expect(endpoints[0]?.reason).toContain("too large")
    expect(assumptions).toEqual({})
  })
})

describe("a service that is not there", () => {
  it("is given up after two calls", async () => {
    const report = await probeScripted(() => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) })
    })
    expect(report.isReached).toBe(false)
    expect(report.endpoints.map(({ endpoint, ok }) => [endpoint, ok])).toEqual([
      ["listNetworks", false],
      ["listSupportedNetworks", false],
    ])
  })
})

it("creates nothing in the live environment", async () => {
  await expect(probeScripted(text("{}"), { isCreating: true })).rejects.toThrow(RangeError)
})
