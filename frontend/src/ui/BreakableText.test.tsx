import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BreakableText } from './BreakableText.tsx';

describe('BreakableText', () => {
  const text = 'Sent to \u2066amina.benali@example.org\u2069. Version 1.5.';

  it('breaks an email address between its parts, and keeps its characters', () => {
    const { container } = render(<BreakableText text={text} />);
    expect(container.firstElementChild?.innerHTML).toBe(
      'Sent to \u2066amina<wbr>.benali@<wbr>example<wbr>.org\u2069. Version 1.5.',
    );
    expect(container).toHaveTextContent(text);
  });

  it('shows another text after the browser has translated the page', () => {
    const { container, rerender } = render(<BreakableText text={text} />);
    const [first] = container.firstElementChild?.childNodes ?? [];
    const translation = document.createElement('span');
    translation.append('Envoyé à amina');
    first?.replaceWith(translation);
    rerender(<BreakableText text="Sent to b@example.org." />);
    expect(container).toHaveTextContent('Sent to b@example.org.');
  });
});
