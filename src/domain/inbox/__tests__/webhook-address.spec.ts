import { isLocalAddress, isOwnOrigin, webhookAddress } from "../delivery"

describe("the webhook address", () => {
  it("is the configured address, whatever the request names", () => {
    const webhookUrl = "https://api.shop.example/hooks/onchain"
    expect(webhookAddress({ webhookUrl }, { origin: "http://evil.example" })).toBe(webhookUrl)
  })

  it.each([
    ["https://api.shop.example", "https://api.shop.example/hooks/onchain"],
    ["http://localhost:9000", "http://localhost:9000/hooks/onchain"],
    ["http://user:secret@host.example/admin?x=1#y", "http://host.example/hooks/onchain"],
    ["http://", null],
    ["http://a b", null],
    ["ftp://host.example", null],
    ["javascript:alert(1)", null],
  ])("of a request under %s is %s", (origin, url) => {
    expect(webhookAddress({}, { origin })).toBe(url)
  })

  it.each([
    ["https://api.shop.example", true],
    ["http://localhost:9000", true],
    ["http://127.0.0.1:9000", true],
    ["https://[::1]:9000", true],
    ["http://localhost:6379", false],
    ["http://localhost", false],
    ["https://evil.example", false],
    ["https://evil.example:9000", false],
    ["https://api.shop.example:8443", false],
    ["https://api.shop.example.evil.example", false],
    ["http://", false],
  ])("%s is an own origin of this server: %s", (origin, isOwn) => {
    expect(isOwnOrigin(origin, { backendUrl: "https://api.shop.example", port: 9000 })).toBe(isOwn)
  })

  it.each([["/"], [undefined]])("without a configured origin (%s) only this machine counts", (backendUrl) => {
    expect(isOwnOrigin("http://localhost:9000", { backendUrl, port: 9000 })).toBe(true)
    expect(isOwnOrigin("https://api.shop.example", { backendUrl, port: 9000 })).toBe(false)
    expect(isOwnOrigin("http://localhost:9000", { backendUrl, port: undefined })).toBe(false)
  })

  it.each([
    ["http://localhost:9000/hooks/onchain", true],
    ["http://127.0.0.1:9000/hooks/onchain", true],
    ["http://[::1]:9000/hooks/onchain", true],
    ["http://192.168.1.5/hooks/onchain", true],
    ["http://172.20.0.2/hooks/onchain", true],
    ["http://shop.local/hooks/onchain", true],
    ["https://10.shop.example/hooks/onchain", false],
    ["https://api.shop.example/hooks/onchain", false],
    ["https://172.40.0.2/hooks/onchain", false],
    ["/hooks/onchain", false],
  ])("%s is local: %s", (url, isLocal) => {
    expect(isLocalAddress(url)).toBe(isLocal)
  })
})
