import type { OnchainWithdrawalDetail } from "../../../types/http"
import { formatInstant } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import { Facts } from "../facts"

type ResolutionFactsProps = { resolution: NonNullable<OnchainWithdrawalDetail["resolution"]> }

/** Who said what became of a withdrawal, when, and what they looked at. */
export function ResolutionFacts({ resolution: { by, at, note } }: ResolutionFactsProps) {
  const { t, locale } = useTexts()
  return (
    <Facts
      facts={[
        {
          name: t("withdrawal.saidBy"),
          value: <span className="break-words">{by ?? t("acting.somebody")}</span>,
        },
        { name: t("withdrawal.saidAt"), value: formatInstant(at, locale) },
        ...(note === null
          ? []
          : [
              {
                name: t("withdrawal.note"),
                value: <span className="whitespace-pre-wrap break-words">{note}</span>,
              },
            ]),
      ]}
    />
  )
}
