import { isPhone, phoneToSend } from '#entities/country/phone.ts';
import type { Country } from '#entities/country/country.ts';
import type { FieldCode } from '#ui/form/useForm.ts';
import { textToSend } from '#lib/text.ts';

/** The longest texts that the server takes. */
const LONGEST_NAME = 100;
const LONGEST_ADDRESS = 300;

/** What is wrong with a full name (spec §5). */
export function fullnameFault(fullname: string): FieldCode {
  return textFault(fullname, 'fullname_required', LONGEST_NAME);
}

/** What is wrong with an address. */
export function addressFault(address: string): FieldCode {
  return textFault(address, 'address_required', LONGEST_ADDRESS);
}

/** What is wrong with the first phone number, which must be there. */
export function phone1Fault(typed: string, country: Country): FieldCode {
  return phoneToSend(typed, country) === '' ? 'phone_required' : phone2Fault(typed, country);
}

/** What is wrong with the second phone number, which need not be there. */
export function phone2Fault(typed: string, country: Country): FieldCode {
  const sent = phoneToSend(typed, country);
  return sent === '' || isPhone(sent) ? undefined : 'phone_invalid';
}

function textFault(typed: string, missing: FieldCode, longest: number): FieldCode {
  const length = Array.from(textToSend(typed)).length;
  if (length === 0) {
    return missing;
  }
  return length > longest ? 'field_too_long' : undefined;
}
