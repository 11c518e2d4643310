# Every translation, by hand.
set(FAULTLINE_TRANSLATIONS
    "${PROJECT_SOURCE_DIR}/translations/faultline_en.ts"
    "${PROJECT_SOURCE_DIR}/translations/faultline_tr.ts")
