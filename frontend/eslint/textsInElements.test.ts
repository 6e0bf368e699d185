import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';
import { textsInElements } from './textsInElements.mjs';

const linter = new Linter();

/** The texts that the rule rejects in the given module. */
function rejectedIn(code: string): string[] {
  const messages = linter.verify(code, {
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { ecmaFeatures: { jsx: true } },
    },
    plugins: { local: { rules: { texts: textsInElements } } },
    rules: { 'local/texts': 'error' },
  });
  const lines = code.split('\n');
  return messages.map(({ line, column, endColumn }) =>
    (lines[line - 1] ?? '').slice(column - 1, (endColumn ?? 0) - 1),
  );
}

it.each([
  ['{x && <b />}{text}', '{text}'],
  ['{x ? <b /> : null}Save', 'Save'],
  ["<b />{t('save')}", "{t('save')}"],
  ['<b />{`(${text})`}', '{`(${text})`}'],
  ["<b />{x && t('save')}", "{x && t('save')}"],
  ['<b />{x ? <i /> : text}', '{x ? <i /> : text}'],
  ['<b />{items.map((item) => item.name)}', '{items.map((item) => item.name)}'],
  ["{x && <b />}{' '}<i />", "{' '}"],
])('rejects the text in <p>%s</p>', (children, text) => {
  expect(rejectedIn(`const a = <p>${children}</p>;`)).toEqual([text]);
});

it.each([
  'Save',
  "{t('save')}",
  "{x ? t('save') : t('cancel')}",
  '{x && <b />}<span>{text}</span>',
  "<b>Save</b>{' '}<i>Cancel</i>",
  '<b />{items.map((item) => <i key={item}>{item}</i>)}',
  '<b />{items.map((item) => { return <i key={item}>{item}</i>; })}',
  '{x ? <b /> : y && <i />}{/* A comment. */}<b />',
  '{createPortal(<b />, document.body)}<b />',
])('accepts <p>%s</p>', (children) => {
  expect(rejectedIn(`const a = <p>${children}</p>;`)).toEqual([]);
});

it('rejects a text in a fragment, because the parent may have other children', () => {
  expect(rejectedIn('const a = <>{text}</>;')).toEqual(['{text}']);
});

it('reads what props, variables and functions of the file are', () => {
  const siblings = '<p><b />{end}{title}{note}{button(x)}{children(y)}</p>';
  const body = `const note = x && <i />; const button = (a) => (<i>{a}</i>); return ${siblings};`;
  const module = (type: string, result: string) =>
    `interface Props { end?: ${type}; title: Elements | null; children: (a: string) => ${result} }
     function Part({ end, title, children }: Props) { ${body} }`;
  expect(rejectedIn(module('Elements', 'ReactElement'))).toEqual([]);
  expect(rejectedIn(module('ReactNode', 'ReactElement'))).toEqual(['{end}']);
  expect(rejectedIn(module('Elements', 'ReactNode'))).toEqual(['{children(y)}']);
});

it('rejects a component that returns a text', () => {
  const component = (returned: string) =>
    `function Part({ text }: { text: string }) { if (text) { return ${returned}; } return null; }`;
  expect(rejectedIn(component('text'))).toEqual(['text']);
  expect(rejectedIn(component('<p>{text}</p>'))).toEqual([]);
});
