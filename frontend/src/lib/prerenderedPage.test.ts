import { afterEach, describe, expect, it } from 'vitest';
import { PAGE_DATA_ID, providePageData, readPageData } from './prerenderedPage.ts';

const pageData = { key: ['course', 'fr', 'rust'], data: { name: 'Rust' } };

afterEach(() => {
  providePageData(undefined);
});

describe('the data of a prerendered page', () => {
  it('is read in the browser from the element that was written', () => {
    const element = document.createElement('script');
    element.id = PAGE_DATA_ID;
    element.type = 'application/json';
    element.textContent = providePageData(pageData) ?? '';
    providePageData(undefined);
    document.body.append(element);
    const data = readPageData(pageData.key);
    expect(data).toEqual(pageData.data);
    expect(readPageData(pageData.key)).toBe(data);
  });

  it('is read during the build before there is a page', () => {
    providePageData(pageData);
    expect(readPageData(pageData.key)).toBe(pageData.data);
  });

  it.each([[['course', 'fr']], [['course', 'fr', 'python']], [[]]])(
    'is not the data of %j',
    (key) => {
      providePageData(pageData);
      expect(readPageData(key)).toBeUndefined();
    },
  );

  it('is undefined for a page without', () => {
    expect(providePageData(undefined)).toBeUndefined();
    expect(readPageData(pageData.key)).toBeUndefined();
  });
});
