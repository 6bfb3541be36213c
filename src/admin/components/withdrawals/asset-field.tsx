import { Text } from "@medusajs/ui"
import type { OnchainPayoutAsset } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { assetKey } from "../../withdrawals/request"
import { SelectField } from "../select-field"

type AssetFieldProps = { assets: OnchainPayoutAsset[]; value: string; onChange: (key: string) => void }

/** What is paid out, of what the destination's network has; those that cannot be, with the reason. */
export function AssetField({ assets, value, onChange }: AssetFieldProps) {
  const { t } = useTexts()
  const impossible = assets.filter(({ is_possible }) => !is_possible)
  return (
    <div className="flex flex-col gap-y-2">
      <SelectField
        label={t("request.asset")}
        hint={assets.length === impossible.length ? t("request.noAssets") : null}
        placeholder={t("request.choose")}
        options={assets.map((asset) => ({
          value: assetKey(asset),
          label: asset.token,
          isPossible: asset.is_possible,
        }))}
        value={value}
        onChange={onChange}
      />
      {impossible.map((asset) => (
        <Text key={assetKey(asset)} size="small" className="text-ui-fg-subtle">
          {asset.token}: {t("action.notPossible")} {asset.reason}
        </Text>
      ))}
    </div>
  )
}
