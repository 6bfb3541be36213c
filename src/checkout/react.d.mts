/**
 * JSX types of `<onchain-checkout>` and `<onchain-addresses>`. Import once: `import type {} from "medusa-payment-onchain/checkout/react"`.
 */
import type { DetailedHTMLProps, HTMLAttributes } from "react"
import type { OnchainAddressesElement } from "./onchain-addresses.mjs"
import type { OnchainCheckoutElement } from "./onchain-checkout.mjs"

/** Attributes of `<onchain-checkout>` in JSX. */
export type OnchainCheckoutProps = DetailedHTMLProps<
  HTMLAttributes<OnchainCheckoutElement>,
  OnchainCheckoutElement
> & {
  /** Address of the payment page, such as `https://store.example/onchain/pay/TOKEN`. */
  src: string
  /** BCP 47, such as `de`. @default the browser's language */
  locale?: string
  /** Target of the return button. @default from the option `storefront.returnUrls` */
  "return-url"?: string
  /** Opens the return URL automatically once the payment is complete. */
  "redirect-after-paid"?: ""
  /** @default the browser's theme */
  theme?: "light" | "dark"
}

/** Attributes of `<onchain-addresses>` in JSX. */
export type OnchainAddressesProps = DetailedHTMLProps<
  HTMLAttributes<OnchainAddressesElement>,
  OnchainAddressesElement
> & {
  /** A route of the storefront that passes on the answer of `GET /store/onchain/addresses`. */
  src?: string
  /** BCP 47, such as `de`. @default the page's language */
  locale?: string
  /** @default the browser's theme */
  theme?: "light" | "dark"
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "onchain-checkout": OnchainCheckoutProps
      "onchain-addresses": OnchainAddressesProps
    }
  }
}
