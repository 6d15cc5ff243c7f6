import { bankRowRoutes } from '#shared/bank/admin-routes';
import type { BankColumns } from '#shared/bank/import';
import { type BankTable, headingText, type OpenColumn, openColumns } from '#shared/bank/table';
import { paymentMethodSchema } from '#shared/ledger/entry';
import { paymentMethodNames } from '#shared/ledger/ledger-lines';
import { css } from '#styled-system/css';
import { CheckBox } from '../../../components/choices.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';

export const storeColumns = (table: BankTable, columns: BankColumns): Promise<unknown> =>
  callRoute(bankRowRoutes.keepBankColumns, { body: { heading: headingText(table), columns } });

interface ColumnsFormProps {
  readonly table: BankTable;
  readonly columns: BankColumns;
  /** Whether the file leaves open which number of a date is the day. */
  readonly asksOrder: boolean;
  /** Whether the file leaves open what "1.000" is. */
  readonly asksDecimals: boolean;
  readonly onChange: (columns: BankColumns) => void;
}

const needed = { day: 'Date', amount: 'Amount that came in' } as const;
const optional = {
  outgoing: 'Amount that went out, if apart',
  direction: 'In or out',
  currency: 'Currency',
  status: 'Status',
  payer: 'Who paid',
} as const;

const exampleOf = (rows: BankTable['rows'], column: number): string => {
  const example = rows.map(({ cells }) => cells[column]).find((cell) => cell);
  return example ? ` (${example})` : '';
};

const meanings = {
  currency: 'the currency of the amount',
  status: 'whether the money has come',
  direction: 'whether money came in or went out',
} as const;

/** Asks what an unnamed column is whose cells may decide about rows (BNK-05). */
const OpenColumnField = ({
  open: { column, kind, example },
  name,
  columns,
  onChange,
}: {
  readonly open: OpenColumn;
  readonly name: string;
} & Pick<ColumnsFormProps, 'columns' | 'onChange'>) => (
  <SelectField
    label={`What does “${name}” say?`}
    hint={`It has “${example}”.`}
    value=""
    onChange={({ target: { value } }) =>
      onChange(
        value === 'neither'
          ? { ...columns, neither: [...columns.neither, column] }
          : { ...columns, [kind]: column },
      )
    }
  >
    <option value="">Please choose</option>
    <option value={kind}>It says {meanings[kind]}</option>
    <option value="neither">Something else</option>
  </SelectField>
);

export const ColumnsForm = ({ table, columns, asksOrder, asksDecimals, onChange }: ColumnsFormProps) => {
  const { heading, rows } = table;
  const options = heading.map((name, index) => ({
    value: String(index),
    text: `${name || `Column ${index + 1}`}${exampleOf(rows, index)}`,
  }));
  const shown = options.map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
  return (
    <Stack gap="4">
      <SimpleGrid columns={{ base: 1, sm: 2, lg: 3 }} gap="4">
        {(['day', 'amount'] as const).map((name) => (
          <SelectField
            key={name}
            label={needed[name]}
            value={String(columns[name])}
            onChange={({ target: { value } }) => onChange({ ...columns, [name]: Number(value) })}
          >
            {shown}
          </SelectField>
        ))}
        {(['outgoing', 'direction', 'currency', 'status', 'payer'] as const).map((name) => (
          <SelectField
            key={name}
            label={optional[name]}
            value={String(columns[name] ?? '')}
            onChange={({ target: { value } }) =>
              onChange({ ...columns, [name]: value === '' ? null : Number(value) })
            }
          >
            <option value="">None</option>
            {shown}
          </SelectField>
        ))}
        <SelectField
          label="Paid by"
          value={columns.method}
          onChange={({ target: { value } }) =>
            onChange({ ...columns, method: paymentMethodSchema.parse(value) })
          }
        >
          {paymentMethodSchema.options.map((method) => (
            <option key={method} value={method}>
              {paymentMethodNames[method]}
            </option>
          ))}
        </SelectField>
        {openColumns(table, columns).map((open) => (
          <OpenColumnField
            key={open.column}
            open={open}
            columns={columns}
            onChange={onChange}
            name={heading[open.column] || `Column ${open.column + 1}`}
          />
        ))}
        {asksDecimals && (
          <SelectField
            label="Amounts like 1.000"
            hint="The file does not say where the cents begin."
            value={columns.decimal_sign ?? ''}
            onChange={({ target: { value } }) =>
              onChange({ ...columns, decimal_sign: value === ',' || value === '.' ? value : null })
            }
          >
            <option value="">Please choose</option>
            <option value=",">with a comma before cents: 1.000 is a thousand</option>
            <option value=".">with a point before cents: 1,000 is a thousand</option>
          </SelectField>
        )}
        {asksOrder && (
          <SelectField
            label="Dates like 02/03/2026"
            hint="The file does not say which number is the day."
            value={columns.day_order ?? ''}
            onChange={({ target: { value } }) =>
              onChange({
                ...columns,
                day_order: value === 'day-first' || value === 'month-first' ? value : null,
              })
            }
          >
            <option value="">Please choose</option>
            <option value="day-first">are March 2: the day first</option>
            <option value="month-first">are February 3: the month first</option>
          </SelectField>
        )}
      </SimpleGrid>
      <fieldset>
        <legend className={css({ fontWeight: 'semibold' })}>
          Columns in which families write their reference
        </legend>
        {options.map(({ value, text }, index) => (
          <CheckBox
            key={value}
            checked={columns.text.includes(index)}
            onChange={({ target: { checked } }) =>
              onChange({
                ...columns,
                text: checked
                  ? [...columns.text, index].toSorted((one, other) => one - other)
                  : columns.text.filter((column) => column !== index),
              })
            }
          >
            {text}
          </CheckBox>
        ))}
      </fieldset>
    </Stack>
  );
};
