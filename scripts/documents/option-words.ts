/** What each option means, by its path in the schema, in the groups and the order of the page. A test compares the paths with the schema. */
export const OPTION_WORDS = {
  essential: {
    environment:
      "`sandbox` is marked on the payment page; `live` hides networks that the catalog lists for tests, or that are named like one without an environment, and requires an https `baseUrl`",
    baseUrl: "address of the service, with the version path, such as `https://host/api/v1`",
    businessId: "your business at the service",
    apiKey: "standard API key",
    webhookSecrets:
      "one or more, newest first; all are accepted, so a secret can be rotated without downtime",
  },
  money: {
    rates:
      "`sources`: price sources in order of preference: the first usable price wins, the others confirm it. `maxAgeMs`: maximum age of a price. `spreadBps`: added to every quoted amount. `maxDisagreementBps`: a rail is hidden when two sources differ by more. In basis points; see [Rates](rates.md)",
    rails: "allowed rails, see [below](#rails). Without it: every rail with a price",
    maxShortfallBps:
      "largest shortfall at which a payment reported as paid is captured, in basis points of the expected amount; at most 500, which is 5 %. A larger shortfall is held for review",
    payoutApiKey: "payout key; required to move money out, and to split payments among recipients",
    "payouts.allowedUsers":
      "ids of the users who may move money out, deposit refunds included; _Settings > Crypto payments_ prints them. Empty: nobody. Emails are refused, because an invite can use any",
    "payouts.approval": "`second_user`: a payout is sent when one user has confirmed and another approved it",
    "payouts.limits":
      "amounts in token units, over all networks of the token unless an entry names one; all matching entries apply; with any entry, unlisted tokens are not paid out",
    "payouts.allowApiKeys":
      "whether secret API keys created by an allowed user may move money out; they never approve",
    refundLinks:
      "links by which a shopper proposes the address of a refund. `pageUrl`: the page, such as `https://api.shop.example/onchain/refund/{token}`, whose host is what a wallet signs; without it the host of the admin. `template`: of the message with a link, on the channel of `notifications`; `null` sends none. See [Refunds](refunds.md)",
  },
  checkout: {
    collection:
      "`auto`: signed-in customers pay to their own address, guests get an invoice; `invoice`; or `auto_deposit`, without guests",
    placeOrder:
      "whether the order is placed before its payment is final, or after; see [Orders](orders.md#when-the-order-is-placed)",
    unpaidOrderTimeoutMinutes:
      "cancels an order that is still unpaid after this time and releases its stock; `null` for never, see [Orders](orders.md)",
    partialHoldMinBps:
      "holds an unpaid order for review instead of cancelling it once at least this share arrived, in basis points, see [paid in part](orders.md#an-order-that-is-paid-in-part)",
    partialHoldHours: "how long it is held; then it is cancelled, and the refund is due",
    "storefront.origins": "storefront origins that may call the page's routes and be returned to",
    "storefront.returnUrls":
      "where the page returns to once the order is `placed`, once it is `paid` (without it: `placed`), and where there is no order or it is `cancelled` (without it: the first origin); with `{order_id}`, `{display_id}`, `{cart_id}`, `{country_code}`",
    "storefront.redirectAfterPaid": "opens the return URL automatically once the payment is complete",
    "checkout.name": "the shop's name on the payment page, see [Checkout](checkout.md)",
    "checkout.logoUrl": "its logo",
    "checkout.accentColor": "color of its buttons, such as `#0a7`",
    "checkout.support": "the shop's contact: an email address, a page, or both",
    "checkout.locales": "languages offered; the first is the fallback. Without it: all",
    "checkout.words": 'own texts, or another language: `{ de: { paid_title: "..." } }`',
    "checkout.framedBy": "origins that may frame the payment page",
    x402: "`facilitator`: address of an x402 facilitator that sends transfers which payers sign, without a network fee for them. `networks`: on these only, by network id. See [Without a network fee, and by software](checkout.md#without-a-network-fee-and-by-software)",
  },
  messages: {
    "notifications.channel":
      "channel of a notification provider, such as `email`; `null` sends no messages to shoppers, see [Messages](events.md#messages-to-shoppers)",
    "notifications.pageUrl":
      "target of links in messages, such as `https://api.shop.example/onchain/pay/{token}`; required with a channel",
    "notifications.templates":
      "template of each message, such as `onchain.payment_paid`; `null` sends none. See [Messages to shoppers](events.md#messages-to-shoppers)",
    "notifications.operators":
      "messages about what needs attention: recipients, channel, template, and what is reported (without `kinds`: everything). See [messages to operators](events.md#messages-to-operators)",
  },
  operations: {
    webhookUrl:
      "public address of this server's `/hooks/onchain`, shown under _Settings > Crypto payments_ and used by its test event. Without it: the host of the admin",
    throttle:
      "who may cause how many calls of the service, see [below](#limits-for-shoppers). `callsPerMinute`: what your plan allows. `trustedAddresses`: without the limit per client. `proxies`: in front of this server",
    explorers:
      "block explorers by `networkId`, added to those of the documented networks; `null` shows no link, see [below](#block-explorers)",
    assumptions:
      "what the service's document leaves open, such as the form of the signature: [service facts](service-facts.md)",
    tuning:
      "for tests and support: constants such as timeouts and leases, explained in `src/modules/onchain/options/options.ts`",
  },
} satisfies Readonly<Record<string, Readonly<Record<string, string>>>>
