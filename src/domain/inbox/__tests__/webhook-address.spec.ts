import { isLocalAddress, webhookAddress } from "../webhook-address"

describe("the webhook address", () => {
  it("is the configured one, whatever the request says", () => {
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
