import fc from "fast-check"
import { pagePath } from "../page-path"

test("a session's page has its own path", () => {
  expect(pagePath("payses_01ABC")).toBe("/onchain/pay/payses_01ABC")
})

test("no session id can leave the path, whatever is in it", () => {
  const hostile = fc.oneof(fc.string(), fc.constantFrom("../admin", "a/b", "?x=1", "#top", '"><script>'))
  fc.assert(
    fc.property(hostile, (id) => {
      const path = pagePath(id)
      expect(path.slice("/onchain/pay/".length)).toMatch(/^[\w.!~*'()%-]*$/)
      expect(decodeURIComponent(path.slice("/onchain/pay/".length))).toBe(id)
    })
  )
})
