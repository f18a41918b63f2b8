import {
  Checkbox,
  MultiSelect,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { FileUpload } from '../api/file-upload.js';
import type { Limit } from '../api/limits.js';
import { instantIn, readWall } from '../dates.js';
import { strings } from '../strings/common.js';
import type { Field, Raw } from './fields.js';
import type { Option } from './option.js';
import { CallSlotInput } from './call-slot-input.js';
import type { DraftInstallment } from './installments.js';
import { InstallmentsInput } from './installments-input.js';
import type { DraftPrices } from './prices.js';
import { PricesInput } from './prices-input.js';
import { EnrollmentInput } from './enrollment-input.js';
import { MemberInput } from './member-input.js';
import { OffsetInput } from './offset-input.js';
import { MembersInput } from './members-input.js';
import { RollInput } from './roll-input.js';
import { ResourceInput, ResourcesInput } from './resource-input.js';
import { SaleInput } from './sale-input.js';
import { SlotInput } from './slot-input.js';
import { TextFileInput } from './text-file-input.js';
import { UploadInput } from './upload-input.js';
import { WindowsInput } from './windows-input.js';

/** Of more choices, one types what one looks for. */
const MOST_BOXES = 20;

interface InputProps {
  name: string;
  field: Field;
  limit: Limit;
  value: Raw[string];
  error: string | undefined;
  isDisabled: boolean;
  onChange: (value: Raw[string]) => void;
}

export function FieldInput({ name, field, limit, value, error, isDisabled, onChange }: InputProps) {
  const isRequired = !field.isOptional && !field.isNullable;
  const shared = {
    label: field.label,
    description: field.hint,
    error,
    disabled: isDisabled,
    'data-field': name,
    autoComplete: 'off',
  };
  const text = { ...shared, value: typeof value === 'string' ? value : '', required: isRequired };
  const typed = ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value);
  switch (field.kind) {
    case 'longText':
      return <Textarea {...text} autosize minRows={3} maxLength={limit.maxLength} onChange={typed} />;
    case 'secret':
      return <PasswordInput {...text} onChange={typed} />;
    case 'number':
      return (
        <NumberInput
          {...text}
          min={limit.minimum}
          max={limit.maximum}
          // What was typed is refused, not changed.
          clampBehavior="none"
          onChange={(next) => onChange(String(next))}
        />
      );
    case 'amount':
      return <TextInput {...text} inputMode="decimal" rightSection={field.currency} onChange={typed} />;
    case 'prices':
      return <PricesInput {...shared} value={value as DraftPrices} onChange={onChange} />;
    case 'installments':
      return <InstallmentsInput {...shared} {...field} value={value as DraftInstallment[]} onChange={onChange} />;
    case 'callSlot':
      return <CallSlotInput {...text} {...field.callable} onChange={onChange} />;
    case 'instant':
      return (
        <TextInput
          {...text}
          description={
            <>
              {field.hint} {strings.form.inZone(field.zone)} {whichOfTwo(field.zone, text.value)}{' '}
              {field.isAhead === true && isPast(field.zone, text.value) && strings.form.past}
            </>
          }
          min="1900-01-01T00:00"
          type="datetime-local"
          onChange={typed}
        />
      );
    case 'day':
      return <TextInput {...text} type="date" onChange={typed} />;
    case 'choice': {
      const nothing = { value: '', label: isRequired ? strings.form.choose : strings.form.nothing };
      const empty = isRequired && field.startsEmpty !== true ? [] : [nothing];
      return <NativeSelect {...text} data={[...empty, ...field.options]} onChange={typed} />;
    }
    case 'choices':
      if (field.options.length > MOST_BOXES) {
        return (
          <MultiSelect
            {...shared}
            value={value as string[]}
            data={[...field.options]}
            limit={50}
            searchable
            hidePickedOptions
            nothingFoundMessage={strings.list.nothingFound}
            onChange={onChange}
            comboboxProps={{ withinPortal: false }}
          />
        );
      }
      return (
        <Checkbox.Group
          label={field.label}
          description={field.hint}
          error={error}
          value={value as string[]}
          onChange={onChange}
        >
          <Stack gap="xs" mt="xs" className="choices">
            {field.options.map((option) => (
              <Checkbox key={option.value} {...option} disabled={isDisabled} />
            ))}
          </Stack>
        </Checkbox.Group>
      );
    case 'list':
      return (
        <TagsInput
          {...shared}
          value={value as string[]}
          {...(field.suggestions && {
            data: [...field.suggestions],
            // Above, so that it does not cover the button that sends them.
            comboboxProps: { withinPortal: false, position: 'top' },
            maxDropdownHeight: 160,
          })}
          onChange={onChange}
        />
      );
    case 'check':
      return (
        <Checkbox
          {...shared}
          checked={value as boolean}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'file':
      return (
        <UploadInput
          {...shared}
          required={isRequired}
          types={field.types}
          value={value === '' ? null : (value as FileUpload | null)}
          onChange={onChange}
        />
      );
    case 'textFile':
      return <TextFileInput {...shared} required={isRequired} accept={field.accept} onChange={onChange} />;
    case 'windows':
      return <WindowsInput {...shared} value={value as string[]} onChange={onChange} />;
    case 'offset':
      return <OffsetInput {...text} onChange={onChange} />;
    case 'slot':
      return <SlotInput {...text} {...field.bookable} onChange={onChange} />;
    case 'enrollment':
      return <EnrollmentInput {...text} onChange={onChange} />;
    case 'sale':
      return <SaleInput {...text} onChange={onChange} />;
    case 'resource':
      return <ResourceInput {...text} choosable={field.choosable} isClearable={!isRequired} onChange={onChange} />;
    case 'resources':
      return (
        <ResourcesInput
          {...shared}
          choosable={field.choosable}
          value={value as string[]}
          error={error}
          onChange={onChange}
        />
      );
    case 'members':
      return <MembersInput {...text} value={value as Option[]} onChange={onChange} />;
    case 'roll':
      return <RollInput {...shared} field={field} value={value as Option[]} onChange={onChange} />;
    case 'member':
      return (
        <MemberInput
          {...text}
          by={field.by}
          role={field.role}
          isCoach={field.isCoach}
          except={field.except}
          value={value as Option | null}
          onChange={onChange}
        />
      );
    default:
      return <TextInput {...text} type={field.kind} maxLength={limit.maxLength} onChange={typed} />;
  }
}

function isPast(zone: string, wall: string): boolean {
  const read = readWall(zone, wall);
  return 'iso' in read && Date.parse(read.iso) < Date.now();
}

/** When the clocks are set back, a time is shown twice: which of them is meant. */
function whichOfTwo(zone: string, wall: string): string | undefined {
  const read = readWall(zone, wall);
  return read.is === 'twice' ? strings.form.twice(instantIn(zone, read.iso), instantIn('UTC', read.iso)) : undefined;
}
