/** The events by which React learns of changes. */
const CHANGES = ['input', 'change'] as const;

/**
 * Keeps what is typed into a prerendered page until the app is ready. Until then React learns of no change: it would reset a field whose
 * form does not listen yet. Returns a function that enters everything again, this time as input that React sees.
 */
export function keepTypedValues(root: HTMLElement): () => void {
  const typed = new Map<HTMLInputElement, string | boolean>();
  const controller = new AbortController();
  const keep = (field: HTMLInputElement) => {
    typed.set(field, isToggle(field) ? field.checked : field.value);
  };
  const onChange = (event: Event) => {
    event.stopPropagation();
    if (event.target instanceof HTMLInputElement) {
      keep(event.target);
    }
  };

  for (const field of root.querySelectorAll('input')) {
    if (
      isToggle(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
    ) {
      keep(field);
    }
  }
  for (const type of CHANGES) {
    window.addEventListener(type, onChange, { capture: true, signal: controller.signal });
  }
  return () => {
    // React hydrates no part of a page while its effects run.
    queueMicrotask(() => {
      controller.abort();
      for (const [field, value] of typed) {
        // React hydrates the field, if it is in a part that still waits for that. It reads the value then.
        field.dispatchEvent(new Event('input', { bubbles: true }));
        enter(field, value);
      }
      typed.clear();
    });
  };
}

function isToggle({ type }: HTMLInputElement): boolean {
  return type === 'checkbox' || type === 'radio';
}

/** React ignores an event after which the field has the value that React last saw, which is the one set through the element itself. */
function enter(field: HTMLInputElement, value: string | boolean): void {
  if (typeof value === 'boolean') {
    field.checked = !value;
    field.click();
  } else {
    field.value = '';
    Reflect.set(HTMLInputElement.prototype, 'value', value, field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
