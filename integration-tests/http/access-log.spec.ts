import { eventually } from "./support/eventually"
import { openPurchase } from "./support/purchase"
import { storeSuite } from "./support/store-suite"

// Medusa writes no access log while NODE_ENV is `test`.
storeSuite("the access log", { env: { NODE_ENV: "staging" } }, (store) => {
  it("contains the path and referrer of a page, without the token of its link", async () => {
    const { sessionId } = await openPurchase(store)
    const path = store.shopper.pagePath(sessionId)
    const token = path.split("/").at(-1) ?? ""
    const lines: string[] = []
    const spies = [
      jest.spyOn(store.container.resolve("logger"), "shouldLog").mockReturnValue(true),
      jest.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0),
    ]
    try {
      const referer = store.origin + path
      for (const asked of [path, `${path}/status`, path.toUpperCase().replace(token.toUpperCase(), token)])
        expect((await fetch(store.origin + asked, { headers: { referer } })).status).toBe(200)
      const closing = new AbortController()
      expect((await fetch(`${store.origin}${path}/events`, { signal: closing.signal })).status).toBe(200)
      closing.abort()
      expect((await fetch(store.origin + path, { method: "POST" })).status).toBe(404)
      expect((await fetch(`${store.origin}${path}/nothing`)).status).toBe(404)
      await eventually(async () => {
        for (const part of ["/status", "/events", "/nothing"])
          expect(lines.join("")).toContain(`/onchain/pay/[redacted]${part}`)
      })
    } finally {
      spies.forEach((spy) => spy.mockRestore())
    }
    const text = lines.join("")
    expect(text.match(/\/onchain\/pay\/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(5)
    expect(text).not.toContain(token)
  })
})
