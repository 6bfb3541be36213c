import { Copy, Text } from "@medusajs/ui"
import { shortened } from "../format/shortened"
import { useTexts } from "../hooks/use-texts"

/**
 * A long identifier, shortened in the middle, with all of it in its title and on the clipboard.
 *
 * @param name what it is, for the copy button of a screen reader
 */
export function Copyable({ value, name }: { value: string; name: string }) {
  const { t } = useTexts()
  return (
    <span className="flex min-w-0 items-center gap-x-1">
      <Text as="span" size="small" leading="compact" title={value} className="truncate font-mono">
        {shortened(value)}
      </Text>
      <Copy
        content={value}
        variant="mini"
        aria-label={t("detail.copy", { name })}
        className="text-ui-fg-muted shrink-0 rounded p-0.5"
      />
    </span>
  )
}
