/** What each option means, by its path in the schema, in the order of the page. A test compares the paths with the schema. */
export const OPTION_WORDS: Readonly<Record<string, string>> = {
  environment:
    "`sandbox` is marked on the payment page; `live` hides test networks and requires an https `baseUrl`",
  baseUrl: "address of the service, with the version path, such as `https://host/api/v1`",
  businessId: "your business at the service",
  apiKey: "standard API key",
  payoutApiKey: "payout key; required to move money out, and for rails with a payout",
  webhookSecrets: "one or more, newest first; all are accepted, so a secret can be rotated without downtime",
  webhookUrl:
    "public address of this server's `/hooks/onchain`, shown under _Settings > Crypto payments_ and used by its test event. Without it: the host of the admin",
  collection:
    "`auto`: signed-in customers pay to their own address, guests get an invoice; `invoice`; or `auto_deposit`, without guests",
  assignmentMode:
    "as set in the service's dashboard. `ledger_only` never attaches a deposit to an order: `auto` then uses invoices for everyone, and `auto_deposit` stops the boot",
  placeOrder:
    "whether the order is placed before its payment is final, or after; see [Orders](orders.md#when-the-order-is-placed)",
  unpaidOrderTimeoutMinutes:
    "cancels an order that is still unpaid after this time and releases its stock; `null` for never, see [Orders](orders.md)",
  partialHoldMinBps:
    "holds an unpaid order for review instead of cancelling it once at least this share arrived, in basis points, see [paid in part](orders.md#an-order-that-is-paid-in-part)",
  partialHoldHours: "how long it is held; then it is cancelled, and the refund is due",
  maxShortfallBps:
    "largest shortfall at which a payment reported as paid is captured, in basis points of the expected amount. A larger one is held for review",
  rails: "allowed rails, see [below](#rails). Without it: every rail with a price",
  "rates.sources":
    "price sources in order of preference: the first usable price wins, the others confirm it. See [Rates](rates.md)",
  "rates.maxAgeMs": "maximum age of a price",
  "rates.spreadBps": "added to every quoted amount, in basis points",
  "rates.maxDisagreementBps":
    "a rail is hidden when two sources differ by more, in basis points of the lower price",
  explorers:
    "block explorers by `networkId`, added to those of the documented networks; `null` shows no link, see [below](#block-explorers)",
  "pageLinks.lifetimeDays":
    "how long a link opens its payment page; a storefront or email can get a new link",
  "refundLinks.lifetimeDays":
    "how long a shopper can propose the address of a refund, see [Refunds](refunds.md)",
  "refundLinks.pageUrl":
    "refund page in links, such as `https://api.shop.example/onchain/refund/{token}`; its host is what a wallet signs. Without it: the host of the admin",
  "refundLinks.template":
    "template of the message with a link, on the channel of `notifications`; `null` sends none",
  "checkout.name": "the shop's name on the payment page, see [Checkout](checkout.md)",
  "checkout.logoUrl": "its logo",
  "checkout.accentColor": "color of its buttons, such as `#0a7`",
  "checkout.support.email": "the shop's contact",
  "checkout.support.url": "the same as a page",
  "checkout.locales": "languages offered; the first is the fallback. Without it: all",
  "checkout.words": 'own texts, or another language: `{ de: { paid_title: "..." } }`',
  "checkout.framedBy": "origins that may frame the payment page",
  "storefront.origins": "storefront origins that may call the page's routes and be returned to",
  "storefront.returnUrls.placed":
    "where the page returns to once the order is placed, with `{order_id}`, `{display_id}`, `{cart_id}`, `{country_code}`",
  "storefront.returnUrls.paid": "the same once it is paid; without it: `placed`",
  "storefront.returnUrls.cancelled": "the same where there is no order, or it is cancelled",
  "storefront.redirectAfterPaid": "opens the return URL automatically once the payment is complete",
  "notifications.channel":
    "channel of a notification provider, such as `email`; `null` sends no messages to shoppers, see [Notifications](notifications.md)",
  "notifications.pageUrl":
    "target of links in messages, such as `https://api.shop.example/onchain/pay/{token}`; required with a channel",
  "notifications.templates.awaiting": "template that says how to pay; `null` sends none",
  "notifications.templates.partReceived": "template for a partial payment",
  "notifications.templates.expired": "template for an expired quote",
  "notifications.templates.paid": "template for a captured order",
  "notifications.templates.refundSent": "template for a refund that arrived",
  "notifications.operators.to": "recipients of messages about what needs attention, off without `operators`",
  "notifications.operators.channel": "their channel",
  "notifications.operators.template": "their template",
  "notifications.operators.kinds":
    "what is reported; without it: everything. See [messages to operators](notifications.md#messages-to-operators)",
  "gateway.timeoutMs": "timeout of one attempt",
  "gateway.maxAttempts": "attempts of one call",
  "gateway.catalogMaxAgeMs": "how long networks and tokens are cached",
  "throttle.addressIntervalMs":
    "how long a confirmed customer address is shown without another call; `0` confirms it for each display",
  "throttle.openingsPerMinute":
    "payments one client IP address may open per minute and process; then 429 with `Retry-After`",
  "throttle.trustedAddresses":
    "addresses or ranges without that limit, such as the storefront's own servers, which open payments for many shoppers",
  "throttle.proxies":
    "addresses or ranges of the proxies in front of this server; only what they add to `X-Forwarded-For` counts. `[]` without a proxy",
  "throttle.watchersPerProcess": "payment pages with live updates per process; further pages poll",
  "throttle.watchersPerAddress":
    "the same per client IP address; trusted addresses have only the process limit",
  "throttle.checkoutCallsPerMinute":
    "calls that checkouts and pages may make per minute and process; inbox, poller and payouts have the rest",
  "inbox.concurrency": "deliveries processed in parallel per process",
  "inbox.maxAttempts": "failures after which a delivery is `dead` and needs an operator",
  "inbox.leaseMs": "after this time another process takes over a killed one's delivery",
  "inbox.maxBodyBytes": "larger webhooks are refused",
  "inbox.maxOpenReadings": "webhook bodies read in parallel per process; further senders get 429 and retry",
  "inbox.keepDays":
    "processed deliveries older than this are deleted with their bodies; pending ones never are",
  "inbox.keepDeadDays": "the same for dead ones, which wait for an operator to run them again",
  "deposits.toleranceBps":
    "how far a deposit in review may differ from an open payment to be offered for it, in basis points",
  "deposits.leaseMs": "after this time another process takes over a killed one's action on a deposit",
  "payouts.approval": "`second_user`: a payout is sent when one user has confirmed and another approved it",
  "payouts.allowedUsers":
    "ids of the users who may move money out, deposit refunds included; _Settings > Crypto payments_ prints them. Empty: nobody. Emails are refused, because an invite can use any",
  "payouts.allowApiKeys":
    "whether secret API keys created by an allowed user may move money out; they never approve",
  "payouts.limits":
    "amounts in token units, over all networks of the token unless an entry names one; all matching entries apply; with any entry, unlisted tokens are not paid out",
  "payouts.leaseMs": "after this time another process takes over a killed one's payout",
  "reconciliation.maxCallsPerMinute": "calls per minute for polling payments",
  "reconciliation.batchSize": "payments claimed at a time",
  "reconciliation.concurrency": "payments polled in parallel",
  "reconciliation.leaseMs": "after this time another process takes over a killed one's payment",
  assumptions:
    "what the service's document leaves open, such as the form of the signature: [service facts](service-facts.md)",
}
