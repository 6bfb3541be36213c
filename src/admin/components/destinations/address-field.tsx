import { Alert, Button, Text } from "@medusajs/ui"
import { useState } from "react"
import { withoutBlanks } from "../../destinations/entry"
import { splitMuxed } from "../../destinations/muxed"
import { useTexts } from "../../hooks/use-texts"
import { TextField } from "../text-field"

type AddressFieldProps = {
  value: string
  onChange: (address: string) => void
  /** Takes account and memo of an address that holds both. */
  onSplit: (parts: { address: string; memo: string }) => void
}

/** An address as it was pasted, less the blanks around it, which it says. */
export function AddressField({ value, onChange, onSplit }: AddressFieldProps) {
  const { t } = useTexts()
  const [wasTrimmed, setWasTrimmed] = useState(false)
  const muxed = splitMuxed(value)
  return (
    <div className="flex flex-col gap-y-2">
      <TextField
        label={t("entry.address")}
        hint={t(wasTrimmed ? "entry.trimmed" : "entry.addressHint")}
        isExact
        value={value}
        onChange={(given) => {
          const { text, wasTrimmed: now } = withoutBlanks(given)
          setWasTrimmed(now)
          onChange(text)
        }}
      />
      {value && (
        <code className="txt-small bg-ui-bg-subtle break-all rounded-lg border px-3 py-2">{value}</code>
      )}
      {muxed && (
        <Alert variant="warning">
          <Text size="small">{t("entry.muxed")}</Text>
          <code className="txt-small break-all font-mono">
            {muxed.address} · {t("entry.memo")} {muxed.memo}
          </code>
          <Button
            size="small"
            type="button"
            variant="secondary"
            className="mt-2"
            onClick={() => onSplit(muxed)}
          >
            {t("entry.useMuxed")}
          </Button>
        </Alert>
      )}
    </div>
  )
}
