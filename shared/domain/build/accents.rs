//! Letters and digits that are the same to a reader. The build script and the crate share this file.

/// A letter in lower case without its accent, and a digit of Arabic or Persian as an ASCII digit.
pub(crate) const fn without_accent(character: char) -> char {
    match character {
        'à' | 'â' | 'ä' | 'á' | 'ã' | 'å' => 'a',
        'ç' => 'c',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' | 'í' | 'ì' => 'i',
        'ñ' => 'n',
        'ô' | 'ö' | 'ó' | 'ò' | 'õ' => 'o',
        'ù' | 'û' | 'ü' | 'ú' => 'u',
        'ÿ' => 'y',
        '٠' | '۰' => '0',
        '١' | '۱' => '1',
        '٢' | '۲' => '2',
        '٣' | '۳' => '3',
        '٤' | '۴' => '4',
        '٥' | '۵' => '5',
        '٦' | '۶' => '6',
        '٧' | '۷' => '7',
        '٨' | '۸' => '8',
        '٩' | '۹' => '9',
        other => other,
    }
}
