import { isAddressRange, OpeningLimit } from "../opening-limit"

const CLIENT = "203.0.113.7"

function setUp(trustedAddresses: string[] = []) {
  const clock = { nowMs: 1_700_000_000_000 }
  const limit = new OpeningLimit({ openingsPerMinute: 6, trustedAddresses, proxies: [] }, () => clock.nowMs)
  const take = (address: string | undefined, times = 1) => {
    let waitMs = 0
    for (let time = 0; time < times; time++) waitMs = limit.take(address)
    return waitMs
  }
  return { clock, limit, take }
}

test("a client opens a minute's payments at once, then one at the rate, and learns when", () => {
  const { clock, limit, take } = setUp()
  expect(take(CLIENT, 6)).toBe(0)
  expect(take(CLIENT)).toBe(10_000)
  clock.nowMs += 9_999
  expect(take(CLIENT)).toBe(1)
  clock.nowMs += 1
  expect(take(CLIENT)).toBe(0)
  expect(take(CLIENT)).toBe(10_000)
  expect(limit.refusals).toBe(3)
})

test("a refused opening does not put off the next one", () => {
  const { clock, take } = setUp()
  take(CLIENT, 1_000)
  clock.nowMs += 10_000
  expect(take(CLIENT)).toBe(0)
})

test("clients are counted apart, and one with a whole network of IPv6 is one client", () => {
  const { take } = setUp()
  take(CLIENT, 6)
  expect(take("203.0.113.8")).toBe(0)
  expect(take(`::ffff:${CLIENT}`)).toBeGreaterThan(0)
  for (let host = 0; host < 6; host++) expect(take(`2001:db8:0:1::${host.toString(16)}`)).toBe(0)
  expect(take("2001:DB8::1:ffff:ffff:ffff:ffff")).toBeGreaterThan(0)
  expect(take("2001:db8:0:2::1")).toBe(0)
})

test.each(["10.1.2.3", "::ffff:10.1.2.3", "192.0.2.1", "2001:db8::1"])(
  "%s is trusted by its range",
  (address) => {
    const { take } = setUp(["10.0.0.0/8", "192.0.2.1", "2001:db8::/32"])
    expect(take(address, 1_000)).toBe(0)
  }
)

test.each([undefined, "", "unknown"])("%j is a client like any other", (address) => {
  const { take } = setUp(["127.0.0.0/8"])
  expect(take(address, 6)).toBe(0)
  expect(take(address)).toBeGreaterThan(0)
})

test.each([
  ["10.0.0.0/8", true],
  ["::1", true],
  ["10.0.0.1", true],
  ["10.0.0.0/33", false],
  ["10.0.0.0/x", false],
  ["10.0.0", false],
  ["storefront.example.com", false],
  ["", false],
])("%s as a range: %s", (text, isRange) => {
  expect(isAddressRange(text)).toBe(isRange)
})
