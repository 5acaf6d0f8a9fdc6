// How Egyptian Ratscrew looks: as all games of slaps.
export * from "/static/slapped.mjs";
