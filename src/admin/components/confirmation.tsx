import { Button, Prompt, Text } from "@medusajs/ui"
import { useFocusReturn } from "../hooks/use-focus-return"
import { useTexts } from "../hooks/use-texts"

/** A figure of what is about to be done. */
export type ConfirmationFact = {
  name: string
  value: string
  /** True of what is compared letter by letter. */
  isExact?: boolean
}

/** What an operator reads before an action is sent. */
export type ConfirmationWords = {
  title: string
  text: string
  facts?: ConfirmationFact[]
  /** Address in full: it is what the operator has to compare. */
  destination: string | null
  /** What the operator wrote. */
  note: string | null
  warning: string | null
  isFinal: boolean
  button: string
}

type ConfirmationProps = {
  /** Null while nothing is asked. */
  words: ConfirmationWords | null
  isDangerous?: boolean
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Says exactly what an action will do before it is sent. */
export function Confirmation({ words, isDangerous = false, isBusy, onConfirm, onCancel }: ConfirmationProps) {
  const { t } = useTexts()
  const returnFocus = useFocusReturn(words !== null)
  return (
    <Prompt open={words !== null} onOpenChange={(isOpen) => !isOpen && !isBusy && onCancel()}>
      {words && (
        <Prompt.Content
          // Its buttons can be reached in a low window too.
          className="max-h-[calc(100vh-16px)] overflow-y-auto max-sm:w-[calc(100%-16px)]"
          onCloseAutoFocus={returnFocus}
        >
          <Prompt.Header>
            <Prompt.Title>{words.title}</Prompt.Title>
            <Prompt.Description asChild>
              <div className="flex flex-col gap-y-2">
                <Text>{words.text}</Text>
                {words.facts && <ConfirmationFacts facts={words.facts} />}
                {words.destination && (
                  <code className="txt-small break-all font-mono">{words.destination}</code>
                )}
                {words.note && (
                  <blockquote className="txt-small max-h-40 overflow-y-auto whitespace-pre-wrap break-words border-l-2 pl-3">
                    {words.note}
                  </blockquote>
                )}
                {words.warning && <Text>{words.warning}</Text>}
                {words.isFinal && (
                  <Text weight="plus" className="text-ui-fg-base">
                    {t("confirm.final")}
                  </Text>
                )}
              </div>
            </Prompt.Description>
          </Prompt.Header>
          <Prompt.Footer>
            <Prompt.Cancel disabled={isBusy}>{t("confirm.cancel")}</Prompt.Cancel>
            <Button
              size="small"
              variant={isDangerous ? "danger" : "primary"}
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

function ConfirmationFacts({ facts }: { facts: ConfirmationFact[] }) {
  return (
    <dl className="bg-ui-bg-subtle flex flex-col gap-y-1 rounded-lg border px-3 py-2">
      {facts.map(({ name, value, isExact }) => (
        <div key={name} className="txt-small grid grid-cols-[72px_minmax(0,1fr)] gap-x-3">
          <dt>{name}</dt>
          <dd className={isExact ? "text-ui-fg-base break-all font-mono" : "text-ui-fg-base break-words"}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
