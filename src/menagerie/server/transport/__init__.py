"""How bytes become requests and messages: uvicorn's protocols, hardened."""
