import { Copy, Text } from "@medusajs/ui"
import { indentJson } from "../../format/json"
import { useTexts } from "../../hooks/use-texts"
import { DrawerSection } from "../drawer-section"

/** What a webhook said, to the letter. It comes from outside: it is shown as text and never as markup. */
export function BodySection({ body }: { body: string }) {
  const { t } = useTexts()
  return (
    <DrawerSection title={t("delivery.body")}>
      <Text size="xsmall" className="text-ui-fg-subtle">
        {t("delivery.bodyHint")}
      </Text>
      <div className="relative">
        <pre
          tabIndex={0}
          aria-label={t("delivery.body")}
          className="bg-ui-bg-subtle txt-compact-xsmall focus-visible:shadow-borders-focus max-h-96 overflow-auto rounded-lg border p-3 pr-10 font-mono outline-none"
        >
          {indentJson(body)}
        </pre>
        <Copy
          content={body}
          variant="mini"
          aria-label={t("delivery.copyBody")}
          className="text-ui-fg-muted bg-ui-bg-subtle absolute right-2 top-2 rounded p-1"
        />
      </div>
    </DrawerSection>
  )
}
