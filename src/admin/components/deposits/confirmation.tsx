import { Button, Prompt, Text } from "@medusajs/ui"
import type {
  OnchainAssignmentCandidate,
  OnchainDepositAction,
  OnchainDepositDetail,
} from "../../../types/http"
import { describeConfirmation } from "../../deposits/confirmation"
import { useFocusReturn } from "../../hooks/use-focus-return"
import { useTexts } from "../../hooks/use-texts"

type ConfirmationProps = {
  deposit: OnchainDepositDetail
  /** Null while nothing is asked. */
  action: OnchainDepositAction | null
  candidate: OnchainAssignmentCandidate | undefined
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Says exactly what an action will do before it is sent. */
export function Confirmation({ deposit, action, candidate, isBusy, onConfirm, onCancel }: ConfirmationProps) {
  const { t, locale } = useTexts()
  const words = action && describeConfirmation({ deposit, action, candidate }, t, locale)
  const returnFocus = useFocusReturn(words !== null)
  return (
    <Prompt open={words !== null} onOpenChange={(isOpen) => !isOpen && !isBusy && onCancel()}>
      {words && (
        <Prompt.Content className="max-sm:w-[calc(100%-16px)]" onCloseAutoFocus={returnFocus}>
          <Prompt.Header>
            <Prompt.Title>{words.title}</Prompt.Title>
            <Prompt.Description asChild>
              <div className="flex flex-col gap-y-2">
                <Text>{words.text}</Text>
                {words.destination && (
                  <code className="txt-small break-all font-mono">{words.destination}</code>
                )}
                {words.warning && <Text>{words.warning}</Text>}
                <Text weight="plus" className="text-ui-fg-base">
                  {t("confirm.final")}
                </Text>
              </div>
            </Prompt.Description>
          </Prompt.Header>
          <Prompt.Footer>
            <Prompt.Cancel disabled={isBusy}>{t("confirm.cancel")}</Prompt.Cancel>
            <Button
              size="small"
              variant={action === "refund" ? "danger" : "primary"}
              isLoading={isBusy}
              onClick={onConfirm}
            >
              {words.button}
            </Button>
          </Prompt.Footer>
        </Prompt.Content>
      )}
    </Prompt>
  )
}
