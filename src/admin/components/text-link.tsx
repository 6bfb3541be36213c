import { clx } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { Link } from "react-router-dom"

/** A link within text. The dashboard's usual blue is too light to read on white. */
export function TextLink({ className, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...props}
      className={clx(
        "text-ui-fg-interactive-hover focus-visible:shadow-borders-focus rounded-sm underline-offset-2 outline-none hover:underline",
        className
      )}
    />
  )
}
