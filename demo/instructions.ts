import type { Demo } from "./environment"

/** What to open and try, once everything runs. */
export function instructions(
  { storefrontUrl, storeUrl, sandbox, admin, seed }: Demo,
  logDirectory: string
): string {
  return `
  Everything runs. No real money is involved.

    Storefront    ${storefrontUrl}
    Sandbox       ${sandbox.origin}   (pay invoices here, in the place of a wallet)
    Admin         ${storeUrl}/app     ${admin.email} / ${admin.password}
    Store API     ${storeUrl}/store   x-publishable-api-key: ${seed.publishableKey}
    Logs          ${logDirectory}

  Try this:
    1. Open the storefront, add something to the cart, choose a way to pay and place the order.
    2. The payment page opens: address, amount, QR code, and a status that follows by itself.
    3. In the sandbox, pay that invoice: exactly, too little, too much, or with the wrong token.
    4. In the admin, open the order: unpaid before, captured a moment after the last confirmation.

  Stop with Ctrl-C. Nothing is kept: the next run starts with an empty store.
`
}
