import { Button } from "@medusajs/ui"
import { type ReactNode, useId, useState } from "react"
import { useAction } from "../api"
import { FailureAlert } from "../failure"
import { Entries, type Entered, type EntryField, toBody } from "../form/entries"
import { Muted } from "../prose"
import type { Texts } from "../texts"
import { ActionMenu, type MenuAction } from "./action-menu"
import { Confirmation, type ConfirmationWords } from "./confirmation"

export type Step = {
  label: string
  icon?: ReactNode
  /** Why it cannot be done now; null when it can. */
  reason: string | null
  isDangerous?: boolean
  /** Asks first. Without it the step runs at once. */
  question?: ConfirmationWords | null
  /** What the operator decides about: the question closes when it changes. */
  read?: string
  /** What the question asks to enter. */
  fields?: readonly EntryField[]
  run: (entered?: object, after?: { onSuccess: () => void; onSettled: () => void }) => void
}

/** Posts what an operator decides about one item. The answer is the item as it is then. */
export function useDecisions<Answer>(item: string) {
  const { mutate, isPending, error, reset } = useAction<Answer, { path: string; body: object }>(
    ({ path, body }) => ({ path: `${item}/${path}`, body }),
    () => item
  )
  /** @returns `run` of a step */
  const post =
    (path: string, body: object, onDone: (answer: Answer) => void): Step["run"] =>
    (entered, after) =>
      mutate(
        { path, body: { ...body, ...entered } },
        {
          onSuccess: (answer) => {
            after?.onSuccess()
            onDone(answer)
          },
          onSettled: after?.onSettled,
        }
      )
  return { post, isBusy: isPending, error, reset }
}

/** Why a step cannot be done, by what the server says. */
export function reasonOf(
  choice: { is_possible: boolean; reason: string | null } | undefined,
  unnamed: string
): string | null {
  return !choice || choice.is_possible ? null : (choice.reason ?? unnamed)
}

/** What a step asks first, in the words under a key: `title`, `text` and `button`. */
export function questionOf(
  words: string,
  facts: Record<string, string>,
  { t }: Texts,
  more: Partial<ConfirmationWords> = {}
): ConfirmationWords {
  const { text = t(`${words}.text`, facts) } = more
  return { title: t(`${words}.title`, facts), isFinal: true, button: t(`${words}.button`), ...more, text }
}

type StepFooterProps<Name extends string> = {
  steps: Record<Name, Step>
  /** The one next step. Null where there is none. */
  primary: Name | null
  /** Behind "…". */
  others?: readonly Name[]
  /** Asked at once. */
  first?: Name | null
  decisions: { isBusy: boolean; error: Error | null }
}

export function StepFooter<Name extends string>(props: StepFooterProps<Name>) {
  const { steps, primary, others = [], first = null, decisions } = props
  const { isBusy, error } = decisions
  const id = useId()
  const [asked, setAsked] = useState(() => first && { name: first, read: steps[first].read })
  const [entered, setEntered] = useState<Record<string, Entered>>({})
  const isOffered = asked !== null && (asked.name === primary || others.includes(asked.name))
  const question =
    isOffered && steps[asked.name].read === asked.read ? { ...asked, ...steps[asked.name] } : null
  // A menu of one would only hide it.
  const [only, ...more] = others
  const single = primary === null && more.length === 0 ? only : undefined
  const shown = primary ?? single
  if (!shown && !error && others.length === 0) return null

  const bodyOf = (name: Name) => toBody(steps[name].fields ?? [], entered[name] ?? {})
  const send = (name: Name) => {
    const body = bodyOf(name)
    if (body) steps[name].run(body, { onSuccess: () => setEntered({}), onSettled: () => setAsked(null) })
  }
  const toItem = (name: Name): MenuAction => {
    const { label, icon, reason, isDangerous, read, question } = steps[name]
    return {
      ...{ label, icon, reason, isDangerous },
      isDisabled: reason !== null || isBusy,
      onSelect: () => (question === undefined ? send(name) : setAsked({ name, read })),
    }
  }
  const button = shown && toItem(shown)
  return (
    <div className="flex w-full flex-col gap-y-3">
      <FailureAlert error={error} />
      {button?.reason && (
        <div id={id}>
          <Muted>{button.reason}</Muted>
        </div>
      )}
      <div className="flex items-center justify-end gap-x-2">
        {!single && <ActionMenu groups={[others.map(toItem)]} />}
        {button && (
          <Button
            size="small"
            className="min-w-0"
            variant={single ? "secondary" : "primary"}
            disabled={button.isDisabled}
            isLoading={!single && isBusy && question === null}
            aria-describedby={button.reason ? id : undefined}
            onClick={button.onSelect}
          >
            <span className="truncate" title={button.label}>
              {button.label}
            </span>
          </Button>
        )}
      </div>
      <Confirmation
        words={question?.question ?? null}
        isDangerous={question?.isDangerous}
        isBusy={isBusy}
        isReady={question !== null && bodyOf(question.name) !== null}
        onConfirm={() => question && send(question.name)}
        onCancel={() => setAsked(null)}
      >
        {question?.fields && (
          <Entries
            fields={question.fields}
            entered={entered[question.name] ?? {}}
            onChange={(typed) => setEntered((all) => ({ ...all, [question.name]: typed }))}
          />
        )}
      </Confirmation>
    </div>
  )
}
