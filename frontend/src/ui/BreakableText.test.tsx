import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BreakableText } from './BreakableText.tsx';

describe('BreakableText', () => {
  it('breaks an email address between its parts, and keeps its characters', () => {
    const text = 'Sent to \u2066amina.benali@example.org\u2069. Version 1.5.';
    const { container } = render(<BreakableText text={text} />);
    expect(container.innerHTML).toBe(
      'Sent to \u2066amina<wbr>.benali@<wbr>example<wbr>.org\u2069. Version 1.5.',
    );
    expect(container).toHaveTextContent(text);
  });
});
