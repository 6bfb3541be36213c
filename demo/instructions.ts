import type { Demo } from "./environment"
import type { Samples } from "./queues"
import { admin, colleague, customer } from "./store/accounts"

/** A link that opens the dashboard signed in. */
function adminLink({ storefrontUrl }: Demo, path = "/app/onchain", user = "admin"): string {
  return `${storefrontUrl}/sign-in/${user}?to=${path}`
}

/** What to open and try, once the shop is open. */
export function instructions(demo: Demo, logDirectory: string): string {
  const { storefrontUrl, storeUrl, sandbox, seed } = demo
  return `
  The shop is open. No real money is involved. Each link signs in by itself.

    Shop               ${storefrontUrl}
    A product          ${storefrontUrl}/products/throw
    Checkout, as Ada   ${storefrontUrl}/enter/checkout   (a customer with her own deposit address; USD or EUR above)
    Account, as Ada    ${storefrontUrl}/enter/account   (her addresses on three networks, once the queues are filled)
    Admin              ${adminLink(demo)}
    As the approver    ${adminLink(demo, "/app/onchain", "grace")}
    Sandbox            ${sandbox.origin}   (every invoice, and the clock)
    Store API          ${storeUrl}/store   x-publishable-api-key: ${seed.publishableKey}
    Logs               ${logDirectory}

    By hand            ${customer.email}, ${admin.email}, ${colleague.email}; the password is ${admin.password}

  Try this:
    1. Open the checkout as Ada, or fill a cart as a guest. Place the order and press "Pay now".
    2. Choose a network and a token. In the Sandbox panel next to the order, pay the exact amount, too little, too much,
       late, or with the wrong token.
    3. In the admin, open the order: unpaid before, captured a moment after the last confirmation.
    4. One admin confirms a payout and the other approves it.

  Stop with Ctrl-C. Nothing is kept: the next run starts with a new store.
  Every queue of the admin is being filled now, which takes half a minute. Keep shopping meanwhile.

`
}

export function queueLinks(demo: Demo, { orderId, payPath }: Samples): string {
  return `
  Every queue of the admin has an item.

    Overview           ${adminLink(demo)}
    A paid order       ${adminLink(demo, `/app/orders/${orderId}`)}
    A payment page     ${demo.storeUrl}${payPath}

`
}
