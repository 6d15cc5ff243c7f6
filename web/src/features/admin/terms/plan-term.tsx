import { CircleCheck } from 'lucide-react';
import { type PropsWithChildren, useId, useState } from 'react';
import type { ClassDraft, CreateClass } from '#shared/classes/class-input';
import type { ManagedClass } from '#shared/classes/managed-class';
import { classTypeName, everyWeekday, formatDate, formatTimeRange } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { counted } from '#shared/lib/text';
import { calendarDateSchema } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { weeklyDates } from '#shared/sessions/sessions';
import { termRoutes } from '#shared/terms/admin-routes';
import { type PlannedTerm, planClass, type TermPlan } from '#shared/terms/term-plan';
import { css } from '#styled-system/css';
import { CheckBox } from '../../../components/choices.tsx';
import { TextField } from '../../../components/fields.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { useBusinessNow } from '../../../lib/time/today.ts';
import { DateToggle, DateToggles } from '../notices.tsx';
import { everyRead } from '../queries.ts';
import {
  choosableClasses,
  leftTexts,
  type PlanValues,
  presetPlan,
  priceChanges,
  readPlan,
  weeksOf,
} from './plan-values.ts';
import { PublishTerm } from './publish-term.tsx';

interface PlanTermProps {
  readonly classes: readonly ManagedClass[];
  readonly drafts: readonly ClassDraft[];
  readonly onClose: () => void;
}

const titleOf = ({ class_type, venue }: Pick<ManagedClass, 'class_type' | 'venue'>): string =>
  `${classTypeName(class_type)} at ${venue}`;

// "Every Saturday 9:00 AM - 9:45 AM, 10:00 AM - 10:45 AM".
const timesOf = ({ start_date, time_slots }: Pick<ManagedClass, 'start_date' | 'time_slots'>): string =>
  `${everyWeekday(start_date)} ${time_slots.map(formatTimeRange).join(', ')}`;

// Sends as many classes as one request may have. The drafts of an interrupted run are not made again.
const makeDrafts = async (plan: TermPlan, classes: readonly ManagedClass[]): Promise<PlannedTerm> => {
  const answers: PlannedTerm[] = [];
  for (let from = 0; from < classes.length; from += limits.plannedAtOnce) {
    const batch = classes.slice(from, from + limits.plannedAtOnce);
    const body = { plan, classes: batch.map(({ id, version }) => ({ id, version })) };
    answers.push(await callRoute(termRoutes.planTerm, { body }));
  }
  return {
    drafts: answers.flatMap(({ drafts }) => drafts),
    left: answers.flatMap(({ left }) => left),
  };
};

/** One chooses classes and dates, checks the preview, and makes the drafts (TRM-02). */
export const PlanTerm = ({ classes, drafts, onClose }: PlanTermProps) => {
  const moment = useBusinessNow();
  const [values, setValues] = useState(() => presetPlan(classes, moment));
  const [made, setMade] = useState<PlannedTerm>();
  const headingId = useId();
  const set = (changed: Partial<PlanValues>) => setValues({ ...values, ...changed });
  const choosable = choosableClasses(classes, moment);
  const chosen = choosable.filter(({ id }) => values.classes.has(id));
  const { plan, issues = {} } = readPlan(values);
  const making = useSubmission({
    send: (sent: TermPlan) => makeDrafts(sent, chosen),
    failure: 'Failed to make the drafts',
    changes: everyRead,
    onDone: setMade,
  });
  return (
    <Card.Root size="lg" asChild>
      <section aria-labelledby={headingId}>
        <Card.Body gap="6">
          <HStack justify="space-between" wrap="wrap" gap="3">
            <Card.Title id={headingId}>Plan next term</Card.Title>
            <Button type="button" variant="ghost" onClick={onClose}>
              Close
            </Button>
          </HStack>
          <Step number={1} title="Choose">
            <TermFields values={values} issues={issues} set={set} />
            <ClassChoice classes={choosable} values={values} set={set} />
          </Step>
          <Step number={2} title="Look">
            {plan && chosen.length > 0 ? (
              <Preview plan={plan} chosen={chosen} existing={[...classes, ...drafts]} />
            ) : (
              <Text color="fg.muted">
                {plan ? 'Choose at least one class.' : 'Enter what is missing above.'}
              </Text>
            )}
          </Step>
          <Step number={3} title="Publish">
            <Text>
              First make the drafts, which only administrators see. Check them below, change what differs, and
              publish them together.
            </Text>
            <Button
              type="button"
              alignSelf="start"
              disabled={!plan || chosen.length === 0 || making.isPending}
              onClick={() => plan && making.submit(plan)}
            >
              {making.isPending ? 'Making...' : `Make ${counted(chosen.length, 'Draft', 'Drafts')}`}
            </Button>
            <div role="status">{made && <PlanResult made={made} classes={classes} />}</div>
            <PublishTerm
              drafts={drafts.filter(
                ({ planned_from }) => plan && planned_from?.first_week === plan.first_week,
              )}
            />
          </Step>
        </Card.Body>
      </section>
    </Card.Root>
  );
};

interface StepProps {
  readonly number: number;
  readonly title: string;
}

const Step = ({ number, title, children }: PropsWithChildren<StepProps>) => (
  <Stack gap="4">
    <Heading as="h3" size="md">
      {number}. {title}
    </Heading>
    {children}
  </Stack>
);

interface ChoiceProps {
  readonly values: PlanValues;
  readonly set: (changed: Partial<PlanValues>) => void;
}

const TermFields = ({
  values,
  issues,
  set,
}: ChoiceProps & { readonly issues: Readonly<Record<string, string>> }) => {
  const weeks = weeksOf(values);
  const [first] = weeks;
  const toggleWeek = (monday: (typeof weeks)[number]) => {
    const weeks_off = new Set(values.weeks_off);
    if (!weeks_off.delete(monday)) weeks_off.add(monday);
    set({ weeks_off });
  };
  return (
    <Stack gap="4">
      <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap="4">
        <TextField
          label="First week"
          type="date"
          required
          value={values.first_week}
          hint={first && `Week of Monday, ${formatDate(first)}`}
          error={issues.first_week}
          onChange={({ target }) => set({ first_week: target.value })}
        />
        <TextField
          label="Number of weeks"
          inputMode="numeric"
          required
          value={values.weeks}
          error={issues.weeks}
          onChange={({ target }) => set({ weeks: target.value })}
        />
        <SelectField
          label="Prices"
          value={values.change}
          onChange={({ target }) => {
            const change = Object.keys(priceChanges).find((key) => key === target.value);
            if (change && isPriceChange(change)) set({ change });
          }}
        >
          {Object.entries(priceChanges).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        {values.change !== 'nothing' && (
          <TextField
            label={values.change.startsWith('percent') ? 'Per cent' : 'Dollars a week'}
            inputMode="decimal"
            required
            value={values.changed_by}
            hint={values.change.startsWith('percent') ? 'Rounded to whole cents, half a cent up' : undefined}
            error={issues.price_change}
            onChange={({ target }) => set({ changed_by: target.value })}
          />
        )}
      </SimpleGrid>
      {weeks.length > 0 && (
        <fieldset className={css({ minWidth: '0' })}>
          <legend className={css({ fontWeight: 'bold', mb: '2' })}>Weeks without a session</legend>
          <DateToggles>
            {weeks.map((monday) => (
              <li key={monday}>
                <DateToggle
                  type="button"
                  aria-pressed={values.weeks_off.has(monday)}
                  onClick={() => toggleWeek(monday)}
                >
                  {formatDate(monday)}
                </DateToggle>
              </li>
            ))}
          </DateToggles>
        </fieldset>
      )}
      <DaysOff values={values} set={set} error={issues.skipped_dates} />
    </Stack>
  );
};

const isPriceChange = (text: string): text is PlanValues['change'] => text in priceChanges;

const DaysOff = ({ values, set, error }: ChoiceProps & { readonly error: string | undefined }) => {
  const [typed, setTyped] = useState('');
  const day = calendarDateSchema.safeParse(typed);
  const add = () => {
    if (!day.success) return;
    set({ days_off: [...new Set([...values.days_off, day.data])].toSorted() });
    setTyped('');
  };
  return (
    <Stack gap="2">
      <HStack wrap="wrap" gap="3" align="end">
        <TextField
          label="Single date without a session"
          type="date"
          value={typed}
          error={error}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="button" variant="outline" disabled={!day.success} onClick={add}>
          Add Date
        </Button>
      </HStack>
      {values.days_off.length > 0 && (
        <DateToggles>
          {values.days_off.map((date) => (
            <li key={date}>
              <Button
                type="button"
                size="sm"
                variant="outline"
                onClick={() => set({ days_off: values.days_off.filter((other) => other !== date) })}
              >
                Remove {formatDate(date)}
              </Button>
            </li>
          ))}
        </DateToggles>
      )}
    </Stack>
  );
};

const ClassChoice = ({ classes, values, set }: ChoiceProps & Pick<PlanTermProps, 'classes'>) => {
  const areAll = classes.every(({ id }) => values.classes.has(id));
  const toggle = (cls: ManagedClass) => {
    const chosen = new Set(values.classes);
    if (!chosen.delete(cls.id)) chosen.add(cls.id);
    set({ classes: chosen });
  };
  return (
    <fieldset className={css({ minWidth: '0' })}>
      <legend className={css({ fontWeight: 'bold', mb: '2' })}>Classes</legend>
      <CheckBox
        checked={areAll}
        onChange={() => set({ classes: new Set(areAll ? [] : classes.map(({ id }) => id)) })}
      >
        All classes
      </CheckBox>
      <SimpleGrid as="ul" columns={{ base: 1, lg: 2 }} columnGap="6" listStyleType="none">
        {classes.map((cls) => (
          <li key={cls.id}>
            <CheckBox checked={values.classes.has(cls.id)} onChange={() => toggle(cls)}>
              <span>
                {titleOf(cls)}
                <Text as="span" display="block" fontWeight="normal" color="fg.muted">
                  {timesOf(cls)}, until {formatDate(cls.end_date)}
                </Text>
              </span>
            </CheckBox>
          </li>
        ))}
      </SimpleGrid>
    </fieldset>
  );
};

interface PreviewProps {
  readonly plan: TermPlan;
  readonly chosen: readonly ManagedClass[];
  readonly existing: readonly Pick<ManagedClass, 'planned_from'>[];
}

const Preview = ({ plan, chosen, existing }: PreviewProps) => (
  <Stack as="ul" gap="3" listStyleType="none">
    {chosen.map((cls) => {
      const { form, left } = planClass(cls, plan, existing);
      return (
        <li
          key={cls.id}
          className={css({
            borderLeftWidth: '4px',
            colorPalette: `programme.${cls.class_type}`,
            borderColor: form ? 'colorPalette.solid' : 'border',
            ps: '3',
          })}
        >
          <Text fontWeight="semibold">{titleOf(cls)}</Text>
          {form && <PlannedFacts cls={cls} form={form} />}
          {left && <Text color="warning.fg">Left out. {leftTexts[left]}</Text>}
        </li>
      );
    })}
  </Stack>
);

const PlannedFacts = ({ cls, form }: { readonly cls: ManagedClass; readonly form: CreateClass }) => {
  const sessions = weeklyDates(form);
  const last = sessions.at(-1) ?? form.end_date;
  return (
    <>
      <Text>
        {timesOf(cls)}: {counted(sessions.length, 'session', 'sessions')} from{' '}
        {formatDate(sessions[0] ?? form.start_date)} to {formatDate(last)}
        {form.skipped_dates.length > 0 && `, not on ${form.skipped_dates.map(formatDate).join('; ')}`}
      </Text>
      <Text fontVariantNumeric="tabular-nums">
        {form.weekly_rate === cls.weekly_rate
          ? `${formatCents(form.weekly_rate)} a week, as before`
          : `${formatCents(form.weekly_rate)} a week, before ${formatCents(cls.weekly_rate)}`}
      </Text>
    </>
  );
};

const PlanResult = ({
  made: { drafts, left },
  classes,
}: { readonly made: PlannedTerm } & Pick<PlanTermProps, 'classes'>) => (
  <Notice status="info" icon={CircleCheck}>
    <Text fontWeight="bold">
      {drafts.length === 0
        ? 'No draft was made'
        : `${counted(drafts.length, 'draft was', 'drafts were')} made`}
    </Text>
    {left.length > 0 && (
      <Stack as="ul" gap="1" listStyleType="disc" ps="5">
        {left.map(({ class_id, reason }) => {
          const cls = classes.find(({ id }) => id === class_id);
          return (
            <li key={class_id}>
              {cls ? titleOf(cls) : 'A class'}: {leftTexts[reason]}
            </li>
          );
        })}
      </Stack>
    )}
  </Notice>
);
