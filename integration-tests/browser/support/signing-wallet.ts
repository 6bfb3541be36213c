import { Wallet } from "ethers"
import type { Page } from "playwright-core"

/** Puts a browser wallet into a page, which signs typed data with a real key. @returns its address */
export async function addSigningWallet(page: Page): Promise<string> {
  const wallet = Wallet.createRandom()
  await page.exposeFunction("signTypedData", (json: string) => {
    const { domain, types, message } = JSON.parse(json)
    const { EIP712Domain: _, ...signed } = types
    return wallet.signTypedData(domain, signed, message)
  })
  await page.addInitScript(`window.ethereum = {
    request: ({ method, params }) =>
      method === "eth_requestAccounts" ? Promise.resolve(["${wallet.address}"])
      : method === "eth_signTypedData_v4" ? window.signTypedData(params[1])
      : Promise.reject(new Error(method))
  }`)
  return wallet.address
}
