import type { Demo } from "./environment"

/** What to open and try, once everything runs. */
export function instructions(
  { storefrontUrl, storeUrl, sandbox, admin, seed }: Demo,
  logDirectory: string
): string {
  return `
  Everything runs. No real money is involved.

    Storefront    ${storefrontUrl}
    Sandbox       ${sandbox.origin}   (every invoice, and the clock)
    Admin         ${storeUrl}/app     ${admin.email} / ${admin.password}
    Store API     ${storeUrl}/store   x-publishable-api-key: ${seed.publishableKey}
    Logs          ${logDirectory}

  Try this:
    1. Open the storefront and fill the cart. Order as a guest, or press "Sign in as Ada".
    2. Place the order and press "Pay now": then choose a network and a token on the payment page.
    3. In the Sandbox panel next to the order, pay the exact amount, too little, too much, late, or with the wrong token.
    4. In the admin, open the order: unpaid before, captured a moment after the last confirmation.

  Stop with Ctrl-C. Nothing is kept: the next run starts with an empty store.
`
}
