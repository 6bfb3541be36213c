import { XMark } from "@medusajs/icons"
import { Drawer, Heading, IconButton, Kbd } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTexts } from "../hooks/use-texts"

/** Top of the drawer. The library's own has a close button without a name. */
export function DrawerHeading({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useTexts()
  return (
    <div className="border-ui-border-base flex items-start justify-between gap-x-4 border-b px-6 py-4">
      <div className="flex min-w-0 flex-col gap-y-2">
        <Drawer.Title asChild>
          <Heading level="h2" className="break-words">
            {title}
          </Heading>
        </Drawer.Title>
        {children}
      </div>
      <div className="flex items-center gap-x-2">
        <Kbd className="max-sm:hidden">esc</Kbd>
        <Drawer.Close asChild>
          <IconButton size="small" type="button" variant="transparent" aria-label={t("detail.close")}>
            <XMark />
          </IconButton>
        </Drawer.Close>
      </div>
    </div>
  )
}
