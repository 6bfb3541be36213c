/**
 * Types of `<onchain-checkout>` in JSX: `import type {} from "medusa-payment-onchain/checkout/react"`, once in a project.
 */
import type { DetailedHTMLProps, HTMLAttributes } from "react"
import type { OnchainCheckoutElement } from "./onchain-checkout.mjs"

export type OnchainCheckoutProps = DetailedHTMLProps<
  HTMLAttributes<OnchainCheckoutElement>,
  OnchainCheckoutElement
> & {
  /** Address of the payment page, such as `https://store.example/onchain/pay/TOKEN`. */
  src: string
  /** BCP 47, such as `de`; the browser's own when absent. */
  locale?: string
  /** Where the return button leads; by default where the store's options say. */
  "return-url"?: string
  /** Opens the return address by itself once the payment is complete. */
  "redirect-after-paid"?: ""
  /** The browser's own when absent. */
  theme?: "light" | "dark"
}

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "onchain-checkout": OnchainCheckoutProps
    }
  }
}
