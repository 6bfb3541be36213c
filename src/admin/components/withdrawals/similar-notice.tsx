import { Alert, Text } from "@medusajs/ui"
import type { OnchainWithdrawalDetail } from "../../../types/http"
import { formatAge } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import { TextLink } from "../text-link"

/** Other payouts that look like this one, so that nobody pays twice by mistake. */
export function SimilarNotice({ similar }: Pick<OnchainWithdrawalDetail, "similar">) {
  const { t, locale } = useTexts()
  if (similar.length === 0) return null
  return (
    <Alert variant="warning">
      <Text size="small">{t("withdrawal.similar")}</Text>
      <ul>
        {similar.map(({ id, state, by, at }) => (
          <li key={id}>
            <TextLink
              to={`/onchain/withdrawals?withdrawal_id=${encodeURIComponent(id)}`}
              className="underline"
            >
              {t("withdrawal.similarOne", {
                state: t(`withdrawalState.${state}.name`),
                by: by ?? t("acting.somebody"),
                age: formatAge(at, Date.now(), locale),
              })}
            </TextLink>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
