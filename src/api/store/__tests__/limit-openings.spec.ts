import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { OpeningLimit } from "../../../modules/onchain/payment/opening-limit"
import { limitOpenings } from "../limit-openings"

const PROXIES = ["127.0.0.0/8", "::1", "10.0.0.0/8", "198.51.100.0/24"]

/** What became of one request to open a payment. */
function openings(sharedWaitMs = 0, trustedAddresses: string[] = []) {
  const settings = { openingsPerMinute: 2, trustedAddresses, proxies: PROXIES }
  const openingLimit = new OpeningLimit(settings, () => 1_700_000_000_000)
  const warnings: string[] = []
  const cradle: Record<string, unknown> = {
    onchain: { openingLimit, checkout: { rateLimiter: { waitMs: () => sharedWaitMs } } },
    logger: { warn: (text: string) => warnings.push(text) },
  }
  const open = (body: unknown, ip = "203.0.113.7", remoteAddress = ip) => {
    const seen = { passed: false, status: 0, retryAfter: "", code: "" }
    const res: Pick<MedusaResponse, "set" | "status" | "json"> = Object.create({
      set: (_: string, value: string) => ((seen.retryAfter = value), res),
      status: (status: number) => ((seen.status = status), res),
      json: ({ code }: { code: string }) => ((seen.code = code), res),
    })
    const scope = { resolve: (name: string) => cradle[name] }
    const headers = ip === remoteAddress ? {} : { "x-forwarded-for": ip }
    const req: MedusaRequest = Object.create({ body, headers, socket: { remoteAddress }, scope })
    limitOpenings(req, Object.create(res), () => (seen.passed = true))
    return seen
  }
  return { open, warnings }
}

const ours = { provider_id: "pp_onchain_default" }
const refused = { passed: false, status: 429, code: "checkout_throttled" }

test("beyond its openings a client is refused until it may open another, and the log names the option and no address", () => {
  const { open, warnings } = openings()
  expect([open(ours).passed, open(ours).passed]).toEqual([true, true])
  expect(open(ours)).toMatchObject({ ...refused, retryAfter: "30" })
  expect(open(ours, "203.0.113.8").passed).toBe(true)
  expect(warnings).toEqual([expect.stringContaining("throttle.trustedAddresses")])
  expect(warnings[0]).not.toContain("203.0.113")
})

const LOOPBACK = ["127.0.0.0/8", "::1"]

test.each(["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1"])(
  "a client that calls itself %s in a header is counted as where it comes from",
  (claimed) => {
    const { open } = openings(0, LOOPBACK)
    const passed = [1, 2, 3].map(() => open(ours, claimed, "203.0.113.7").passed)
    expect(passed).toEqual([true, true, false])
    expect(open(ours, "203.0.113.7").passed).toBe(false)
    expect(open(ours, claimed, "203.0.113.8").passed).toBe(true)
  }
)

test.each([
  ["203.0.113.9", "10.0.0.1"],
  ["203.0.113.9:51234", "10.0.0.1"],
  ["203.0.113.1, 203.0.113.9", "::ffff:10.0.0.1"],
  ["203.0.113.1, 203.0.113.9, 198.51.100.7", "10.0.0.1"],
  ["127.0.0.1, 203.0.113.9", "127.0.0.1"],
])("behind proxies a client is the last address that one of them added: %s from %s", (forwarded, proxy) => {
  const { open } = openings()
  expect([open(ours, forwarded, proxy).passed, open(ours, forwarded, proxy).passed]).toEqual([true, true])
  expect(open(ours, "203.0.113.9").passed).toBe(false)
  expect(open(ours, "203.0.113.8", proxy).passed).toBe(true)
})

test.each(["unknown", "", "_hidden", "203.0.113.256"])(
  "a header that names no address, %j, leaves the proxy's",
  (hop) => {
    const { open } = openings()
    expect([open(ours, hop, "10.0.0.1").passed, open(ours, hop, "10.0.0.1").passed]).toEqual([true, true])
    expect(open(ours, "10.0.0.1").passed).toBe(false)
  }
)

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["127.0.0.1", "::ffff:127.0.0.1"],
  ["::1", "::1"],
])("a server of the storefront on the same machine is not limited: %s from %s", (ip, remoteAddress) => {
  const { open } = openings(0, LOOPBACK)
  for (let time = 0; time < 10; time++) expect(open(ours, ip, remoteAddress).passed).toBe(true)
})

test.each([[{ provider_id: "pp_stripe_stripe" }], [{ provider_id: 7 }], [{}], [undefined]])(
  "what opens no payment of ours is not counted: %j",
  (body) => {
    const { open } = openings(60_000)
    for (let time = 0; time < 10; time++) expect(open(body).passed).toBe(true)
  }
)

test("when checkouts have used up their share an opening is refused at once, with the time to wait", () => {
  expect(openings(2_000).open(ours).passed).toBe(true)
  expect(openings(12_001).open(ours)).toMatchObject({ ...refused, retryAfter: "13" })
})
