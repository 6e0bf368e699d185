import { describe, expect, it } from 'vitest';
import { normalizeForSearch } from './normalizeForSearch.ts';

describe('normalizeForSearch', () => {
  it.each([
    // English and French
    ['Résumé', 'resume'],
    ['ÉCRITURE', 'ecriture'],
    ['œuvre', 'oeuvre'],
    ['Æsthetics', 'aesthetics'],
    ['Straße', 'strasse'],
    ['français', 'francais'],
    ['L’anglais', "l'anglais"],
    ['e\u0301te\u0301', 'été'],
    ['Niveau\u00a0B1', 'niveau b1'],
    ['co\u00adopt', 'coopt'],
    ['Office 365', 'office ٣٦٥'],
    // Arabic: hamza and alef
    ['الأعمال', 'الاعمال'],
    ['إدارة', 'اداره'],
    ['آلة', 'اله'],
    ['ٱلخط', 'الخط'],
    ['مسؤول', 'مسوول'],
    ['بيئة', 'بييه'],
    ['أداء', 'ادا'],
    // Ta marbuta, alef maqsura, and the letters of other keyboards
    ['اللغة', 'اللغه'],
    ['مستوى', 'مستوي'],
    ['کتابی', 'كتابي'],
    // Diacritics, tatweel, presentation forms
    ['مُعلِّم', 'معلم'],
    ['كتـــاب', 'كتاب'],
    ['ﻻ', 'لا'],
    // Digits
    ['٢٠٢٧', '2027'],
    ['۲۰۲۷', '2027'],
  ])('finds %s with %s', (written, typed) => {
    expect(normalizeForSearch(written)).toBe(normalizeForSearch(typed));
  });

  it.each([
    ['dance', 'danse'],
    ['عمل', 'علم'],
    ['12', '21'],
  ])('tells %s from %s', (one, other) => {
    expect(normalizeForSearch(one)).not.toBe(normalizeForSearch(other));
  });

  it('keeps words apart, and nothing of punctuation', () => {
    expect(normalizeForSearch('  CV, & interviews! ')).toBe('cv interviews');
    expect(normalizeForSearch('«»…')).toBe('');
  });
});
